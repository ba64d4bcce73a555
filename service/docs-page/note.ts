import type { JsonObject } from '../openapi/json-schema.ts';
import { textIn } from './document-reader.ts';
import { type Html, html } from './html.ts';

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
