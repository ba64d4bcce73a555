import { parseTemplate, tokenNames } from '../../template/parse.ts';
import { type Pieces, printed } from '../pieces.ts';
import { type PortableWebhook, secretsOf } from '../portable.ts';

export class UsedNames {
  readonly secrets = new Set<string>();
  readonly tokens = new Set<string>();
  /** Equal templates share one array, which is parsed once. */
  readonly #seen = new WeakSet<Pieces>();

  note(webhook: PortableWebhook): void {
    for (const name of secretsOf(webhook)) this.secrets.add(name);
    const { payloadTemplate } = webhook;
    if (this.#seen.has(payloadTemplate)) return;
    this.#seen.add(payloadTemplate);
    for (const name of tokenNames(parseTemplate(printed(payloadTemplate)))) this.tokens.add(name);
  }
}
