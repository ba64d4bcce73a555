import type { JsonObject } from '../openapi/json-schema.ts';
import { textIn } from './document-reader.ts';

/** HTML that needs no escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Insert = string | number | Html | null | readonly Insert[];

/** Template tag that escapes all inserted values except {@link Html}. */
export const html = (strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html =>
  new Html(strings.map((text, index) => text + insertedText(inserts[index] ?? null)).join(''));

function insertedText(insert: Insert): string {
  if (insert === null) return '';
  if (insert instanceof Html) return insert.text;
  if (typeof insert === 'string' || typeof insert === 'number') return escapeHtml(String(insert));
  return insert.map(insertedText).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** The assumption or source of a statement that is not in the interface document. */
export function note(of: JsonObject): Html | null {
  const assumption = textIn(of, 'x-assumption');
  const source = textIn(of, 'x-source');
  if (assumption === null && source === null) return null;
  return html`<p class="note">
    <strong>${assumption === null ? 'Source' : 'Ours'}</strong> ${assumption ?? source}
  </p>`;
}

/** The short form of {@link note} for assumptions in compact lists. */
export const tag = (of: JsonObject): Html | null =>
  textIn(of, 'x-assumption') === null ? null : html`<span class="tag">ours</span>`;
