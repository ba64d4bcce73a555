import { credentialStretches } from '../../secrets/credential-stretches.ts';
import { KnownValues } from '../../secrets/known-values.ts';
import { Bundle } from '../format.ts';
import { filled, type Pieces, secretsIn } from '../pieces.ts';
import { portableFrom } from '../portable.ts';
import type { FoundSecret } from './found-secrets.ts';
import { secretPlaces } from './secret-places.ts';

/** Something in a written file that should not be there. */
export interface Leak {
  /** Where, for people: `the URL of “Pager night”`. */
  readonly where: string;
  /** As a sentence, without the secret. */
  readonly message: string;
}

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
  const bundle = Bundle.parse(file);
  const kept = new Set(secrets.filter(({ name }) => keep.has(name)).map(({ value }) => value));
  const out = secrets.map(({ value }) => value).filter((value) => !kept.has(value));
  const known = new KnownValues(out);
  const leaks: Leak[] = [];
  const look = (where: string, held: string): void => {
    if (known.in(held).length > 0) {
      leaks.push({ where, message: 'A secret that was taken out elsewhere stands here.' });
    } else if (
      credentialStretches(held).some((one) => one.secret !== null && !kept.has(one.text))
    ) {
      leaks.push({ where, message: 'This looks like a secret.' });
    }
  };
  for (const { installation, address = '' } of bundle.sources ?? []) {
    look(`the name of the installation ${installation}`, installation);
    look(`the address of the installation ${installation}`, address);
  }
  for (const token of bundle.tokens ?? []) {
    const { name, meaning = '', sample = '', samples = {} } = token;
    for (const one of [meaning, sample, ...Object.values(samples)]) look(`the token ${name}`, one);
  }
  for (const each of bundle.webhooks) {
    const { name, url, headers, payloadTemplate } = portableFrom(each);
    look(`the name of “${name}”`, name);
    for (const header of headers) look(`the name of a header of “${name}”`, header.name);
    const places = secretPlaces({
      url: standing(url),
      headers: headers.map((header) => ({ name: header.name, value: standing(header.value) })),
      payloadTemplate: standing(payloadTemplate),
    });
    for (const { words, stretches } of places) {
      const where = `${words} of “${name}”`;
      if (known.in(stretches.map((one) => one.text).join('')).length > 0) {
        leaks.push({ where, message: 'A secret that was taken out elsewhere stands here.' });
      } else if (
        stretches.some(
          (one) =>
            one.secret !== null && one.text.replaceAll(stand, '') !== '' && !kept.has(one.text),
        )
      ) {
        leaks.push({ where, message: 'This looks like a secret.' });
      }
    }
  }
  return leaks;
}

const standing = (pieces: Pieces): string =>
  filled(pieces, new Map(secretsIn(pieces).map((name) => [name, stand]))) ?? '';
