import { z } from 'zod';
import { credentialStretches } from '../../secrets/credential-stretches.ts';
import { KnownValues } from '../../secrets/known-values.ts';
import type { Stretch } from '../../secrets/stretch.ts';
import { BundleHead, BundleWebhook } from '../format.ts';
import { filled, type Pieces, secretsIn } from '../pieces.ts';
import { portableFrom } from '../portable.ts';
import type { FoundSecret } from './found-secrets.ts';
import { type KnownTemplates, secretPlaces } from './secret-places.ts';

/** Something in a written file that should not be there. */
export interface Leak {
  /** Where, for people: `the URL of “Pager night”`. */
  readonly where: string;
  /** As a sentence, without the secret. */
  readonly message: string;
}

const takenOut = 'A secret that was taken out elsewhere stands here.';
const looksSecret = 'This looks like a secret.';

const Webhooks = z.object({ webhooks: z.array(z.unknown()) });

/** Stands for every placeholder while the text around it is looked at. */
const stand = '\ue000';

/**
 * Looks once more at the text of a bundle, as it was written, for what should not be in it: secrets that
 * were taken out and stand elsewhere all the same, and what looks like a secret and nobody chose to keep.
 */
export function scanBundle(
  text: string,
  secrets: readonly FoundSecret[],
  keep: ReadonlySet<string>,
): Leak[] {
  const file: unknown = JSON.parse(text);
  const head = BundleHead.parse(file);
  const { webhooks } = Webhooks.parse(file);
  const kept = new Set(secrets.filter(({ name }) => keep.has(name)).map(({ value }) => value));
  const out = secrets.map(({ value }) => value).filter((value) => !kept.has(value));
  const known = new KnownValues(out);
  const leaks: Leak[] = [];
  const look = (where: string, held: string): void => {
    if (known.in(held).length > 0) {
      leaks.push({ where, message: takenOut });
    } else if (
      credentialStretches(held).some((one) => one.secret !== null && !kept.has(one.text))
    ) {
      leaks.push({ where, message: looksSecret });
    }
  };
  const judge = (stretches: readonly Stretch[]): string | null => {
    if (known.in(stretches.map((one) => one.text).join('')).length > 0) return takenOut;
    const isLeft = ({ secret, text }: Stretch): boolean =>
      secret !== null && text.replaceAll(stand, '') !== '' && !kept.has(text);
    return stretches.some(isLeft) ? looksSecret : null;
  };
  for (const { installation, address = '' } of head.sources ?? []) {
    look(`the name of the installation ${installation}`, installation);
    look(`the address of the installation ${installation}`, address);
  }
  for (const token of head.tokens ?? []) {
    const { name, meaning = '', sample = '', samples = {} } = token;
    for (const one of [meaning, sample, ...Object.values(samples)]) look(`the token ${name}`, one);
  }
  const templates: KnownTemplates = new Map();
  const judged = new WeakMap<readonly Stretch[], Leak['message'] | null>();
  for (const each of webhooks) {
    // One at a time: all of them at once would take as much memory as the file again.
    const { name, url, headers, payloadTemplate } = portableFrom(BundleWebhook.parse(each));
    look(`the name of “${name}”`, name);
    for (const header of headers) look(`the name of a header of “${name}”`, header.name);
    const texts = {
      url: standing(url),
      headers: headers.map((header) => ({ name: header.name, value: standing(header.value) })),
      payloadTemplate: standing(payloadTemplate),
    };
    for (const { words, stretches } of secretPlaces(texts, templates)) {
      const before = judged.get(stretches);
      const message = before === undefined ? judge(stretches) : before;
      judged.set(stretches, message);
      if (message !== null) leaks.push({ where: `${words} of “${name}”`, message });
    }
  }
  return leaks;
}

const standing = (pieces: Pieces): string =>
  filled(pieces, new Map(secretsIn(pieces).map((name) => [name, stand]))) ?? '';
