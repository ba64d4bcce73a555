import { z } from 'zod';
import { CertificateDoubt, CertificateFacts } from './installation/trust.ts';
import { Issue } from './webhook/check.ts';
import { Webhook } from './webhook/webhook.ts';

/** What an installation answered, for the details: capped, and without secrets. */
export const RawAnswer = z.object({
  status: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
  truncated: z.boolean(),
});
export type RawAnswer = z.infer<typeof RawAnswer>;

const common = {
  /** What happened and what it means, as one or two sentences. */
  message: z.string(),
  /** What a person can do about it. */
  advice: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  answer: RawAnswer.nullable(),
};

/** Problems that carry nothing but the common part. */
export const PlainProblemCode = z.enum([
  /** No connection could be made: refused, no such host, no route, closed before an answer. */
  'unreachable',
  'timed-out',
  /** No way leads through the proxy: it is not reached, wants a password, or refuses. */
  'proxy-failed',
  /** The client certificate is missing, not accepted, or does not fit its key. */
  'client-certificate',
  'unauthorized',
  'forbidden',
  'not-found',
  /** The service understood the request and refused it (another 4xx). */
  'rejected',
  'server-failed',
  /** Something answered that does not speak the interface. */
  'not-the-interface',
  'too-large',
  'redirected',
  'aborted',
  /** A write was sent and its answer was lost: it may or may not have been applied. */
  'answer-lost',
  /** An earlier request for the same has no outcome yet; nothing was sent. */
  'unfinished',
  /** The draft was changed or published meanwhile; nothing was sent. */
  'draft-changed',
  /** The connection is marked read-only. */
  'read-only',
  'no-such-connection',
  /** Hookdesk was asked for something that it does not do. */
  'refused',
  /** The vault cannot be used until a person unlocks it, or says where secrets are to be kept. */
  'vault-locked',
  /** Secrets could not be kept or read. */
  'vault-failed',
  /** The key that drafts and journal were sealed with is no longer there; they are left as they are. */
  'data-key-missing',
  /** The service for practice could not be started. */
  'practice-failed',
  /** Something could not be written to or read from the data folder. */
  'storage-failed',
  /** A file that somebody gave cannot be read; nothing is kept of it. */
  'file-refused',
]);
export type PlainProblemCode = z.infer<typeof PlainProblemCode>;

/** Problems of a certificate, which a person may know better than this machine. */
const CertificateProblem = z.object({
  code: z.enum([
    /** The certificate is not one that this machine or the connection trusts. */
    'certificate-untrusted',
    /** The certificate is expired, not valid yet, for another host, or too weak. */
    'certificate-invalid',
  ]),
  ...common,
  certificate: CertificateFacts,
  /** Every reason against it; it can be trusted by a person's word unless `weak` is among them. */
  doubts: z.array(CertificateDoubt),
});

/** The closed union of everything that can go wrong and that a person is told about. */
export const Problem = z.discriminatedUnion('code', [
  z.object({ code: PlainProblemCode, ...common }),
  CertificateProblem,
  /** The installation shows another key than the one that was trusted for it; nothing was sent. */
  z.object({
    code: z.literal('certificate-changed'),
    ...common,
    certificate: CertificateFacts,
    trusted: CertificateFacts,
    /** What else is doubtful about the new one, as if it were seen for the first time. */
    doubts: z.array(CertificateDoubt),
  }),
  z.object({ code: z.literal('invalid'), ...common, issues: z.array(Issue) }),
  /** What the service holds is not what the draft started from; nothing was sent. */
  z.object({
    code: z.literal('conflict'),
    ...common,
    /** What the service holds now; `null` where the webhook is gone. */
    live: Webhook.nullable(),
  }),
]);
export type Problem = z.infer<typeof Problem>;

/** The way a problem travels inside the core and its adapters. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem, options?: { cause?: unknown }) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/** A problem of a plain code. */
export function plainProblem(
  code: PlainProblemCode,
  message: string,
  advice: string,
  facts: Record<string, string> = {},
  answer: RawAnswer | null = null,
): Problem {
  const listed = Object.entries(facts).map(([label, value]) => ({ label, value }));
  return { code, message, advice, facts: listed, answer };
}

/** A `ProblemError` of a plain code. */
export const plainError = (...problem: Parameters<typeof plainProblem>): ProblemError =>
  new ProblemError(plainProblem(...problem));
