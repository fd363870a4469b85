/** Quotations as the server tells them, and how a list shows them. Knows nothing of the editor. */

export interface Quotation {
  readonly id: string;
  readonly text: string;
  readonly language: "en" | "zh";
  readonly author?: string;
  readonly work?: string;
  readonly gloss?: string;
  readonly note?: string;
  readonly attribution?: "attributed" | "misattributed" | "paraphrase";
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A quotation with how well it fits, whether that is well enough, and the edit that inserts it. */
export interface Suggestion extends Quotation {
  readonly score: number;
  readonly fits: boolean;
  readonly edit: { readonly range: { readonly start: Position; readonly end: Position }; readonly newText: string };
}

const WORTH_TELLING = 0.01; // among thousands, less still fits, and reads like nothing

export interface Shown {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** Return a quotation as an item of a list: the words; who and where; how well it fits, doubts, what it means. */
export function shown(quotation: Quotation & { readonly score?: number }): Shown {
  const { score, attribution, note, gloss } = quotation;
  const doubt = attribution ? `$(question) ${note || attribution}` : "";
  const fit = score !== undefined && score >= WORTH_TELLING ? `${Math.round(score * 100)}%` : "";
  return {
    label: quotation.text,
    description: credit(quotation),
    detail: [fit, doubt, gloss].filter(Boolean).join("  ·  "),
  };
}

export function credit({ author, work }: Quotation): string {
  return [author, work].filter(Boolean).join(", ");
}
