;;; scenes.el --- What a person does in Emacs, without a screen  -*- lexical-binding: t -*-

;;; Commentary:

;; Each scene opens a file with one placeholder, does one thing, and prints
;; what there is to see as the last line.  The tests call them.

;;; Code:

(require 'epigraph)
(require 'markdown-mode)

(defvar scene-patience 120 "Seconds before a scene is given up; nothing is measured by it.")

(defun scene-begin (file end)
  "Open FILE, start the server, and go behind the placeholder's END."
  (setq eglot-sync-connect scene-patience
        eglot-connect-timeout scene-patience
        jsonrpc-default-request-timeout scene-patience)
  (find-file file)
  (apply #'eglot (eglot--guess-contact))
  (goto-char (point-min))
  (search-forward end))

(defun scene-until (condition)
  "Wait until CONDITION returns something, and return that."
  (let ((deadline (+ (float-time) scene-patience)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) deadline)
        (error "Waited in vain"))
      (accept-process-output nil 0.2))
    found))

(defun scene-print (value)
  "Print VALUE as a line of JSON."
  (princ (concat "\n" (json-serialize value) "\n")))

(defun scene-text ()
  "Return the text of the buffer."
  (buffer-substring-no-properties (point-min) (point-max)))

(defun scene-take-first (start end table predicate)
  "Take the first completion between START and END, as a person does in any list of TABLE with PREDICATE."
  (let* ((done (plist-get completion-extra-properties :exit-function))
         (all (completion-all-completions (buffer-substring start end) table predicate (- (point) start)))
         (found (and all (progn (setcdr (last all) nil) all)))
         (sorted (funcall (completion-metadata-get (completion-metadata "" table predicate) 'display-sort-function)
                          found))
         (first (car sorted)))
    (when first
      (delete-region start end)
      (insert first)
      (funcall done first 'finished))))

(defun scene-complete (file end)
  "Fill the placeholder of FILE, which ENDs so, by completion."
  (scene-begin file end)
  (let ((before (scene-text))
        (completion-in-region-function #'scene-take-first))
    (scene-until (lambda ()
                   (completion-at-point)
                   (not (equal before (scene-text))))))
  (scene-print (scene-text)))

(defun scene-act (file end)
  "Fill the placeholder of FILE, which ENDs so, by the first code action."
  (scene-begin file end)
  (let ((before (scene-text))
        (eglot-confirm-server-initiated-edits nil)
        (last-nonmenu-event t)) ; the keyboard, so that it asks in the minibuffer
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt choices &rest _) (caar choices))))
      (eglot-code-actions (point) (point) nil t))
    (scene-until (lambda () (not (equal before (scene-text))))))
  (scene-print (scene-text)))

(defun scene-hover (file end)
  "Print what is told of the placeholder of FILE, which ENDs so."
  (scene-begin file end)
  (backward-char)
  (let (shown)
    (eglot-hover-eldoc-function (lambda (info &rest _) (setq shown info)))
    (scene-print (scene-until (lambda () (and shown (substring-no-properties shown)))))))

;;; scenes.el ends here
