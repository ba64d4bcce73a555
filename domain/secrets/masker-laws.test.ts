import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainProblem, type Problem } from '../problem.ts';
import { KnownSecretMasker } from './known-secret-masker.ts';
import { mask } from './masking.ts';
import { SecretsInUse } from './secrets-in-use.ts';

const isMask = (text: string): boolean => text.replaceAll('•', '') === '';

/** Secrets of any characters, of few characters (so that they overlap), and realistic ones. */
const secret = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 24, unit: 'binary' }),
    fc.string({ minLength: 4, maxLength: 24, unit: 'grapheme' }),
    fc.string({ minLength: 4, maxLength: 8, unit: fc.constantFrom('a', 'b', '•', '\\', '"', '%') }),
    fc.base64String({ minLength: 8, maxLength: 88 }),
    fc.webUrl(),
  )
  .filter((text) => text.length >= 4 && !isMask(text));

/** The encodings in which a response may echo a secret. */
const forms: readonly ((secret: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  (text) => encodeURIComponent(text.toWellFormed()),
  (text) => encodeURIComponent(encodeURIComponent(text.toWellFormed())),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => Buffer.from(`ada:${text}`).toString('base64'),
];
const form = fc.constantFrom(...forms);

/** Texts with secrets, one after the other or overlapping. */
const leaky = fc.array(secret, { minLength: 1, maxLength: 3 }).chain((secrets) =>
  fc.record({
    secrets: fc.constant(secrets),
    text: fc
      .array(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.constantFrom(...secrets), form).map(([held, write]) => write(held)),
          fc.constantFrom(...secrets).map((held) => held.slice(0, -1)),
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) => parts.join('')),
  }),
);

function survivors(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((held) =>
    forms.some((write) => {
      const written = write(held);
      return written.length >= 4 && !isMask(written) && text.includes(written);
    }),
  );
}

describe('no secret of four characters or more survives', () => {
  it('in a text, in any encoding and number', () => {
    fc.assert(
      fc.property(leaky, ({ secrets, text }) => {
        expect(survivors(new KnownSecretMasker(...secrets).text(text), secrets)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('in the start of a text, wherever it is truncated', () => {
    fc.assert(
      fc.property(leaky, fc.nat(60), ({ secrets, text }, limit) => {
        const start = new KnownSecretMasker(...secrets).start(text, limit);
        expect(survivors(start, secrets)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('in any part of a problem that others write', () => {
    const label = { subject: 'a', issuer: 'b', names: ['c'], validFrom: '', validTo: '' };
    const certificate = { ...label, algorithm: 'RSA', spkiSha256: 'd', fingerprint: 'e' };
    fc.assert(
      fc.property(leaky, ({ secrets, text }) => {
        const answer = {
          status: 400,
          headers: [{ name: text, value: text }],
          body: text,
          truncated: false,
        };
        const plain = plainProblem('rejected', 'Refused.', 'Check it.', { [text]: text }, answer);
        const problems: Problem[] = [
          plain,
          {
            ...plain,
            code: 'certificate-untrusted',
            doubts: ['other'],
            certificate: { ...certificate, subject: text, issuer: text, names: [text, text] },
          },
        ];
        for (const problem of problems) {
          const told = strings(new KnownSecretMasker(...secrets).problem(problem));
          expect(told.flatMap((each) => survivors(each, secrets))).toEqual([]);
        }
      }),
    );
  });

  it('in a log line with several secrets in use', () => {
    fc.assert(
      fc.property(leaky, ({ secrets, text }) => {
        const secretsInUse = new SecretsInUse();
        for (const held of secrets) secretsInUse.add([held, null, '']);
        expect(survivors(secretsInUse.mask(text), secrets)).toEqual([]);
      }),
    );
  });
});

describe('text without a secret is unchanged', () => {
  it('even with secrets of less than four characters in it', () => {
    const short = fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 });
    fc.assert(
      fc.property(short, fc.string(), (secrets, text) => {
        const masker = new KnownSecretMasker(...secrets, null);
        const all = secrets.join(text);
        expect(masker.text(all)).toBe(all);
        expect(masker.start(all, 1_000)).toBe(all);
      }),
    );
  });

  it('around a secret', () => {
    const word = fc.string({ unit: fc.constantFrom(...'klmno ,.'.split('')), maxLength: 20 });
    const held = fc.string({ unit: fc.constantFrom(...'QRSTUV'.split('')), minLength: 4 });
    fc.assert(
      fc.property(held, word, word, (found, before, after) => {
        expect(new KnownSecretMasker(found).text(before + found + after)).toBe(
          before + mask + after,
        );
      }),
    );
  });
});

it('a message keeps its own words, and hides secrets that no word could be', () => {
  const secretsInUse = new SecretsInUse();
  secretsInUse.add(['wrong', 'auth token', 'canary-7']);
  expect(secretsInUse.maskMessage('The auth token is wrong: canary-7')).toBe(
    `The auth token is wrong: ${mask}`,
  );
  expect(secretsInUse.mask('The auth token is wrong')).toBe(`The ${mask} is ${mask}`);
});

it('stores only a limited number of secrets, the latest ones', () => {
  const secretsInUse = new SecretsInUse();
  secretsInUse.add(Array.from({ length: 600 }, (_, count) => `secret-${count}-`));
  expect(secretsInUse.mask('secret-599-')).toBe(mask);
  expect(secretsInUse.mask('secret-0-')).toBe('secret-0-');
});

/** Returns every text in a value, except codes. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => (name === 'code' ? [] : strings(each)));
}
