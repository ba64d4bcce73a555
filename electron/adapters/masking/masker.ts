import type { CertificateFacts } from '#domain/installation/trust.ts';
import type { Problem, RawAnswer } from '#domain/problem.ts';
import { type SecretForms, secretForms } from './secret-forms.ts';

export const mask = '••••••••';

/** A cut-off secret at the end of a text is masked from this many characters on. */
const shortestPiece = 3;

/** Shorter secrets occur in ordinary words: masking them would hide other text. */
const shortestSecret = 4;

/** Masks secrets as plain text, escaped in JSON, HTML or URLs (also mixed), and in base64. */
export class Masker {
  readonly #secrets: readonly string[];
  #made: readonly SecretForms[] | null = null;
  readonly longestForm: number;

  constructor(...secrets: readonly (string | null)[]) {
    const given = secrets.filter((secret) => secret !== null && secret.length >= shortestSecret);
    this.#secrets = [...new Set(given)].filter((secret) => secret !== null);
    this.longestForm = 12 * Math.max(0, ...this.#secrets.map((secret) => secret.length));
  }

  get #forms(): readonly SecretForms[] {
    return (this.#made ??= this.#secrets.map(secretForms));
  }

  /** Repeats until stable, because removing one secret may join the parts of another. */
  text(text: string): string {
    let masked = this.#once(text);
    for (let before = text; masked !== before;) {
      before = masked;
      masked = this.#once(masked);
    }
    return masked;
  }

  /** Never returns a part of a secret that is cut at `limit` or at the end of the text. */
  start(text: string, limit: number): string {
    const across = this.#found(text).find(({ index, end }) => index < limit && end > limit);
    const kept = text.slice(0, across?.index ?? limit);
    const piece = this.#pieceAtEnd(kept);
    return this.text(piece === 0 ? kept : kept.slice(0, kept.length - piece) + mask);
  }

  /** Message and advice are our own words: words of others are masked before they are part of them. */
  problem(problem: Problem): Problem {
    if (this.#secrets.length === 0) return problem;
    const told = {
      facts: problem.facts.map(({ label, value }) => ({
        label: this.text(label),
        value: this.text(value),
      })),
      answer: problem.answer === null ? null : this.#answer(problem.answer),
    };
    return 'certificate' in problem
      ? { ...problem, ...told, certificate: this.#certificate(problem.certificate) }
      : { ...problem, ...told };
  }

  /** The server chooses these texts. */
  #certificate(certificate: CertificateFacts): CertificateFacts {
    const { subject, issuer, names } = certificate;
    return {
      ...certificate,
      subject: this.text(subject),
      issuer: this.text(issuer),
      names: names.map((name) => this.text(name)),
    };
  }

  #answer(answer: RawAnswer): RawAnswer {
    const headers = answer.headers.map(({ name, value }) => ({
      name: this.text(name),
      value: this.text(value),
    }));
    return { ...answer, headers, body: this.text(answer.body) };
  }

  #once(text: string): string {
    let masked = '';
    let from = 0;
    for (const { index, end } of this.#found(text)) {
      masked += text.slice(from, index) + mask;
      from = end;
    }
    return masked + text.slice(from);
  }

  #found(text: string): Span[] {
    const spans = this.#forms
      .flatMap((forms) => occurrences(text, forms))
      .filter(({ index, end }) => !isMask(text, index, end))
      .sort((a, b) => a.index - b.index);
    const joined: Span[] = [];
    for (const span of spans) {
      const last = joined.at(-1);
      if (last !== undefined && span.index <= last.end) {
        joined[joined.length - 1] = { index: last.index, end: Math.max(last.end, span.end) };
      } else joined.push(span);
    }
    return joined;
  }

  #pieceAtEnd(text: string): number {
    let longest = 0;
    for (const form of this.#forms.flatMap(({ plain }) => plain)) {
      const most = Math.min(form.length - 1, text.length);
      for (let length = most; length >= shortestPiece && length > longest; length -= 1) {
        if (text.endsWith(form.slice(0, length))) longest = length;
      }
    }
    return longest;
  }
}

interface Span {
  readonly index: number;
  readonly end: number;
}

/** Includes overlapping ones: `abab` occurs twice in `ababab`. */
function occurrences(text: string, { pattern, plain }: SecretForms): Span[] {
  const found: Span[] = [];
  if (pattern === null) {
    for (const form of plain) {
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
        found.push({ index: at, end: at + form.length });
      }
    }
    return found;
  }
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push({ index: match.index, end: match.index + match[0].length });
    pattern.lastIndex = match.index + 1;
  }
  return found;
}

/** Mask characters are not masked again, even if a secret consists of them. */
function isMask(text: string, index: number, end: number): boolean {
  for (let at = index; at < end; at += 1) if (text[at] !== mask[0]) return false;
  return true;
}
