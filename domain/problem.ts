import { z } from 'zod';
import { CertificateDoubt, CertificateFacts } from './installation/trust.ts';
import { Issue } from './issue.ts';
import { Webhook } from './webhook/webhook.ts';

/** The answer of an installation, truncated and without secrets. */
export const RawAnswer = z.object({
  status: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
  truncated: z.boolean(),
});
export type RawAnswer = z.infer<typeof RawAnswer>;

const common = {
  message: z.string(),
  advice: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  answer: RawAnswer.nullable(),
};

export const PlainProblemCode = z.enum([
  'unreachable',
  'timed-out',
  'proxy-failed',
  'client-certificate',
  'unauthorized',
  'forbidden',
  'not-found',
  /** A 4xx status without a code of its own here. */
  'rejected',
  'server-failed',
  'not-the-interface',
  'too-large',
  'redirected',
  'aborted',
  /** The write may or may not have been applied. */
  'answer-lost',
  /** An earlier request for the same has no outcome yet; nothing was sent. */
  'unfinished',
  'draft-changed',
  /** A webhook with the name of a create came since the person decided; nothing was sent. */
  'appeared',
  'read-only',
  /** Managed settings do not allow the host, or are damaged; nothing was sent. */
  'host-not-allowed',
  'no-such-connection',
  'refused',
  'vault-locked',
  'vault-failed',
  /** Encrypted drafts and journal stay as they are. */
  'data-key-missing',
  'practice-failed',
  'storage-failed',
  'file-refused',
]);
export type PlainProblemCode = z.infer<typeof PlainProblemCode>;

const CertificateProblem = z.object({
  code: z.enum([
    'certificate-untrusted',
    /** Expired, not valid yet, for another host, or too weak. */
    'certificate-invalid',
  ]),
  ...common,
  certificate: CertificateFacts,
  /** All reasons. The user may trust the certificate unless `weak` is among them. */
  doubts: z.array(CertificateDoubt),
});

/** An error that a person reads: what happened, why, and what to do. */
export const Problem = z.discriminatedUnion('code', [
  z.object({ code: PlainProblemCode, ...common }),
  CertificateProblem,
  /** The key differs from the pinned one; nothing was sent. */
  z.object({
    code: z.literal('certificate-changed'),
    ...common,
    certificate: CertificateFacts,
    trusted: CertificateFacts,
    doubts: z.array(CertificateDoubt),
  }),
  z.object({ code: z.literal('invalid'), ...common, issues: z.array(Issue) }),
  /** The live webhook differs from the draft's base; nothing was sent. */
  z.object({
    code: z.literal('conflict'),
    ...common,
    /** `null` when the webhook was deleted. */
    live: Webhook.nullable(),
  }),
]);
export type Problem = z.infer<typeof Problem>;

/** Carries a problem to the window, which shows it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem, options?: { cause?: unknown }) {
    super(problem.message, options);
    this.problem = problem;
  }
}

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

export const plainError = (...problem: Parameters<typeof plainProblem>): ProblemError =>
  new ProblemError(plainProblem(...problem));
