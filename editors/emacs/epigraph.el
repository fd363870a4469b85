;;; epigraph.el --- Quotations that fit what you write  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; (require 'epigraph), then M-x eglot in a document, or for example
;; (add-hook 'markdown-mode-hook #'eglot-ensure).

;;; Code:

(require 'eglot)

(defvar epigraph-modes
  '(markdown-mode latex-mode tex-mode LaTeX-mode TeX-mode typst-ts-mode rst-mode org-mode adoc-mode html-mode
    text-mode)
  "Modes of documents in which Eglot starts Epigraph.")

(add-to-list 'eglot-server-programs (cons epigraph-modes '("epigraph-ls")))

(defun epigraph-completion-at-point ()
  "Complete at the cursor with Eglot, and take no word there for the one to complete.
Chinese has no spaces: the whole sentence behind a placeholder would be that word, and be replaced."
  (cl-letf (((symbol-function 'bounds-of-thing-at-point) #'ignore))
    (eglot-completion-at-point)))

(defun epigraph-manage ()
  "Complete with `epigraph-completion-at-point' in buffers that Epigraph serves."
  (when (and (eglot-managed-p) (equal "epigraph" (plist-get (eglot--server-info (eglot-current-server)) :name)))
    (setq-local completion-at-point-functions
                (cl-substitute #'epigraph-completion-at-point #'eglot-completion-at-point
                               completion-at-point-functions))))

(add-hook 'eglot-managed-mode-hook #'epigraph-manage)

(provide 'epigraph)
;;; epigraph.el ends here
