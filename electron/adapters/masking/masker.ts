import type { CertificateFacts } from '#domain/installation/trust.ts';
import type { Problem, RawAnswer } from '#domain/problem.ts';
import { type SecretForms, secretForms } from './secret-forms.ts';

/** What stands where a secret was. */
export const mask = '••••••••';

/** A piece of a secret at the end of a text that broke off is masked from this many characters on. */
const shortestPiece = 3;

/** Shorter secrets stand in ordinary words everywhere: to mask them would blank what is no secret. */
const shortestSecret = 4;

/**
 * Takes secrets out of texts, in every form in which an answer may give them back: as they are,
 * escaped in JSON, HTML or a URL (also mixed, character by character), and in base64.
 */
export class Masker {
  readonly #secrets: readonly string[];
  #made: readonly SecretForms[] | null = null;
  /** Characters that the longest form of a secret can take. */
  readonly longestForm: number;

  /** @param secrets auth tokens, passwords, keys; `null` where there is none */
  constructor(...secrets: readonly (string | null)[]) {
    const given = secrets.filter((secret) => secret !== null && secret.length >= shortestSecret);
    this.#secrets = [...new Set(given)].filter((secret) => secret !== null);
    this.longestForm = 12 * Math.max(0, ...this.#secrets.map((secret) => secret.length));
  }

  /** Made when they are needed: most requests have nothing to tell. */
  get #forms(): readonly SecretForms[] {
    return (this.#made ??= this.#secrets.map(secretForms));
  }

  /** The text without any of the secrets, and without any that taking one out would leave behind. */
  text(text: string): string {
    let masked = this.#once(text);
    for (let before = text; masked !== before;) {
      before = masked;
      masked = this.#once(masked);
    }
    return masked;
  }

  /**
   * The start of a text of at most `limit` characters, masked. A secret that lies across the end is
   * left out whole, and so is the piece of one where the text itself broke off.
   */
  start(text: string, limit: number): string {
    const across = this.#found(text).find(({ index, end }) => index < limit && end > limit);
    const kept = text.slice(0, across?.index ?? limit);
    const piece = this.#pieceAtEnd(kept);
    return this.text(piece === 0 ? kept : kept.slice(0, kept.length - piece) + mask);
  }

  /** A problem in which the secrets stand nowhere. */
  problem(problem: Problem): Problem {
    if (this.#secrets.length === 0) return problem;
    const told = {
      message: this.text(problem.message),
      advice: this.text(problem.advice),
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

  /** Whoever answers chooses what stands on a certificate. */
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

  /** Where secrets stand, in order; those that overlap or touch are one. */
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

/** A stretch of a text. */
interface Span {
  readonly index: number;
  readonly end: number;
}

/** Also such as overlap: in `ababab`, `abab` stands twice. */
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

/** What holds nothing but characters of the mask tells nothing, though a secret may look like it. */
function isMask(text: string, index: number, end: number): boolean {
  for (let at = index; at < end; at += 1) if (text[at] !== mask[0]) return false;
  return true;
}
