import { ORPCError } from '@orpc/client';
import { AlreadyRunning, explainAlreadyRunning } from '#adapters/data-folder/instance-lock.ts';
import { describeUnexpected } from '#core/describe-unexpected.ts';
import { Problem, ProblemError } from '#domain/problem.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { NoWayBeside } from './open-session.ts';

interface Failure {
  readonly message: string;
  readonly exitCode: ExitCode;
}

/** The message says what happened, why and what to do, for a person at a terminal. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AlreadyRunning) {
    const why = error instanceof NoWayBeside ? error.message : explainAlreadyRunning(error);
    return { message: `${why} With --lock-timeout, a command waits.`, exitCode: exitCodes.locked };
  }
  const problem = problemOf(error);
  if (problem === null) {
    const message = `Internal error in Hookdesk: ${describeUnexpected(error)}`;
    return { message, exitCode: exitCodes.error };
  }
  return {
    message: [...new Set(sentencesOf(problem))].filter((sentence) => sentence !== '').join(' '),
    exitCode: isAboutAccess(problem) ? exitCodes.signInNeeded : exitCodes.error,
  };
}

function problemOf(error: unknown): Problem | null {
  if (error instanceof ProblemError) return error.problem;
  if (!(error instanceof ORPCError) || error.code !== 'PROBLEM') return null;
  return Problem.safeParse(error.data).data ?? null;
}

/** Advice on invalid fields speaks of a form. */
function sentencesOf(problem: Problem): string[] {
  const { code, message, advice } = problem;
  if (code === 'invalid') return [message, ...problem.issues.map((issue) => issue.message)];
  if (code === 'vault-locked') return [message, advice, 'A command takes it by --passphrase-file.'];
  return [message, advice];
}

const secrets = ['authToken', 'password', 'passphrase'];

function isAboutAccess(problem: Problem): boolean {
  switch (problem.code) {
    case 'unauthorized':
    case 'vault-locked':
    case 'vault-failed':
      return true;
    case 'invalid':
      return problem.issues.some(({ path }) => secrets.includes(path));
    default:
      return false;
  }
}
