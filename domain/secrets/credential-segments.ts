import { containsRandomId, isRandomText } from './random-text.ts';
import { mergeSegments, plainSegment, secretSegment, type Segment, textOf } from './segment.ts';
import { urlSegments } from './url-secrets.ts';

export function credentialSegments(text: string): Segment[] {
  if (!possibleCredential.test(text)) return mergeSegments([plainSegment(text)]);
  const ofForm = splitAtMatches(text, knownForm, (found) => [secretSegment(found, 'a credential')]);
  const withUrls = splitPlain(ofForm, (piece) => splitAtMatches(piece, url, segmentsOfUrl));
  return mergeSegments(
    splitPlain(withUrls, (piece) => splitAtMatches(piece, longRun, segmentsOfRun)),
  );
}

const possibleCredential = /[\w.+/=~-]{12}|:\/\/|-----BEGIN/;

/** Replaces each segment that is no secret with the segments that `take` finds in it. */
export const splitPlain = (
  segments: readonly Segment[],
  take: (text: string) => readonly Segment[],
): Segment[] =>
  segments.flatMap((segment) => (segment.secretName === null ? take(segment.text) : [segment]));

/** Formats of JWT (RFC 7519), Slack, GitHub, GitLab, AWS, Google, Stripe, SendGrid, Azure, npm and others. */
const knownForm = new RegExp(
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

function splitAtMatches(
  text: string,
  form: RegExp,
  segmentsOf: (found: string) => readonly Segment[],
): Segment[] {
  const found: Segment[] = [];
  let read = 0;
  for (const { 0: match, index } of text.matchAll(form)) {
    found.push(plainSegment(text.slice(read, index)), ...segmentsOf(match));
    read = index + match.length;
  }
  return [...found, plainSegment(text.slice(read))];
}

/** The pieces of a normalized URL do not join to the original text. */
function segmentsOfUrl(found: string): readonly Segment[] {
  const segments = urlSegments(found);
  return textOf(segments) === found ? segments : [plainSegment(found)];
}

const segmentsOfRun = (run: string): Segment[] => [
  containsRandomId(run) || isRandomText(run)
    ? secretSegment(run, 'a random text')
    : plainSegment(run),
];
