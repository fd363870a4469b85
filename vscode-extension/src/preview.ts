/** Show in the text, without changing it, what an edit would make of it. */

import * as vscode from "vscode";

const MOST = 70; // characters: what is shown so is never wrapped

/** One preview at a time; it is gone when disposed of. */
export class Preview implements vscode.Disposable {
  // "display" gets in through a property that takes any CSS; there is no other way to hide text
  private readonly replaced = vscode.window.createTextEditorDecorationType({ textDecoration: "none; display: none" });
  private readonly inserted = vscode.window.createTextEditorDecorationType({});

  constructor(private readonly editor: vscode.TextEditor) {}

  show(range: vscode.Range, text: string): void {
    const line = text.replace(/\s*\n\s*/g, " ⏎ ");
    const before = {
      contentText: line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line,
      color: new vscode.ThemeColor("editorGhostText.foreground"),
      backgroundColor: new vscode.ThemeColor("diffEditor.insertedTextBackground"),
      fontStyle: "italic",
    };
    this.editor.setDecorations(this.replaced, [range]);
    this.editor.setDecorations(this.inserted, [
      { range: new vscode.Range(range.start, range.start), renderOptions: { before } },
    ]);
    this.editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  hide(): void {
    this.editor.setDecorations(this.replaced, []);
    this.editor.setDecorations(this.inserted, []);
  }

  dispose(): void {
    this.replaced.dispose();
    this.inserted.dispose();
  }
}
