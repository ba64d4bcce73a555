import type { JsonObject } from '../openapi/json-schema.ts';
import { textIn } from './document-reader.ts';
import { type Html, html } from './html.ts';

/** Who says so, where it is not the interface document. */
export function note(of: JsonObject): Html | null {
  const assumption = textIn(of, 'x-assumption');
  const source = textIn(of, 'x-source');
  if (assumption === null && source === null) return null;
  return html`<p class="note">
    <strong>${assumption === null ? 'Source' : 'Ours'}</strong> ${assumption ?? source}
  </p>`;
}

/** The same in a word, for lines that stand close together. */
export const tag = (of: JsonObject): Html | null =>
  textIn(of, 'x-assumption') === null ? null : html`<span class="tag">ours</span>`;
