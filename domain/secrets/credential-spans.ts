import { containsRandomId, isRandomText } from './random-text.ts';
import { mergeSpans, plainSpan, secretSpan, type Span, textOf } from './span.ts';
import { urlSpans } from './url-spans.ts';

/** Finds credentials by their look: known formats, URLs with secrets, and random texts. */
export function credentialSpans(text: string): Span[] {
  if (!possibleCredential.test(text)) return mergeSpans([plainSpan(text)]);
  const withKnownFormats = splitAtMatches(text, knownFormat, (credential) => [
    secretSpan(credential, 'a credential'),
  ]);
  const withUrls = splitPlain(withKnownFormats, (piece) => splitAtMatches(piece, url, spansOfUrl));
  return mergeSpans(splitPlain(withUrls, (piece) => splitAtMatches(piece, longRun, spansOfRun)));
}

const possibleCredential = /[\w.+/=~-]{12}|:\/\/|-----BEGIN/;

/** Replaces each span that is no secret with the spans that `split` finds in it. */
export const splitPlain = (
  spans: readonly Span[],
  split: (text: string) => readonly Span[],
): Span[] => spans.flatMap((span) => (span.secretName === null ? split(span.text) : [span]));

/** Formats of JWT (RFC 7519), Slack, GitHub, GitLab, AWS, Google, Stripe, SendGrid, Azure, npm and others. */
const knownFormat = new RegExp(
  [
    String.raw`(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?`,
    String.raw`\bx(?:ox[a-z]|app)-[\w-]{8,}`,
    String.raw`\bgh[a-z]_[A-Za-z0-9]{16,}`,
    String.raw`\bgithub_pat_\w{16,}`,
    String.raw`\bgl[a-z]{2,6}-[\w-]{16,}`,
    String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b`,
    String.raw`\bAIza[\w-]{30,}`,
    String.raw`\bya29\.[\w-]{8,}`,
    String.raw`\b[spr]k_(?:live|test)_[A-Za-z0-9]{8,}`,
    String.raw`\bSG\.[\w-]{12,}\.[\w-]{12,}`,
    String.raw`\b(?:npm|hf|shpat|shpss|shpca|do[opr]_v1|pat|lin_api|glsa|glc|sntrys)_[A-Za-z0-9]{16,}`,
    String.raw`\bhv[sbr]\.[\w-]{16,}`,
    String.raw`\bATATT3[\w=-]{16,}`,
    String.raw`\b(?:NRAK|PMAK|GOCSPX|pypi|sk|key|sq0[a-z]{3})-[\w-]{16,}`,
    String.raw`\bdapi[0-9a-f]{32}`,
    String.raw`\bEAA[A-Za-z0-9]{20,}`,
    String.raw`\b\d{8,10}:[\w-]{35}\b`,
    String.raw`(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}`,
    // The password of a connection string, such as amqp://user:password@host.
    String.raw`(?<=[a-z0-9+](?<!https?):\/\/[^\s/@:"'<>]{0,100}:)[^\s/@"'<>]{1,200}(?=@)`,
    String.raw`-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?`,
  ].join('|'),
  'g',
);

const url = /https?:\/\/[^\s"'<>\\`]+/gi;
const longRun = /[A-Za-z0-9+/_=~-]{16,}/g;

/** @param pattern a global one. `matchAll` would copy it for each text. */
function splitAtMatches(
  text: string,
  pattern: RegExp,
  spansOf: (match: string) => readonly Span[],
): Span[] {
  const spans: Span[] = [];
  let end = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [match] = found;
    spans.push(plainSpan(text.slice(end, found.index)), ...spansOf(match));
    end = found.index + match.length;
  }
  spans.push(plainSpan(text.slice(end)));
  return spans;
}

/** The pieces of a normalized URL do not join to the original text. */
function spansOfUrl(urlText: string): readonly Span[] {
  const spans = urlSpans(urlText);
  return textOf(spans) === urlText ? spans : [plainSpan(urlText)];
}

const spansOfRun = (run: string): Span[] => [
  containsRandomId(run) || isRandomText(run) ? secretSpan(run, 'a random text') : plainSpan(run),
];
