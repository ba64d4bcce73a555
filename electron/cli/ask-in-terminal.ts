import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { plainError } from '#domain/problem.ts';
import { textForPerson } from './output/terminal-text.ts';

/** Asks without showing the answer. @throws ProblemError('refused') without a terminal */
export async function askSecret(
  question: string,
  advice: string,
  signal: AbortSignal,
): Promise<string> {
  requireTerminal(advice);
  const answer = await answerTo(question, nowhere(), signal);
  process.stderr.write('\n');
  return answer;
}

/** Asks on standard error. @throws ProblemError('refused') without a terminal */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  requireTerminal('Use --yes.');
  const answer = await answerTo(`${question} [y/N] `, process.stderr, signal);
  return /^y(es)?$/i.test(answer.trim());
}

/** Empty when Ctrl D ends the input. @param echo shows what is typed */
async function answerTo(question: string, echo: Writable, signal: AbortSignal): Promise<string> {
  const shown = textForPerson(question, process);
  const terminal = createInterface({ input: process.stdin, output: echo, terminal: true });
  // From here on, the terminal neither shows a key by itself nor sends a signal for Ctrl C.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  if (echo !== process.stderr) process.stderr.write(shown);
  try {
    return await terminal.question(echo === process.stderr ? shown : '', { signal });
  } catch (error) {
    const isEndOfInput = error instanceof Error && error.name === 'AbortError' && !signal.aborted;
    if (!isEndOfInput) throw error;
    return '';
  } finally {
    terminal.close();
  }
}

const nowhere = (): Writable =>
  new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });

function requireTerminal(advice: string): void {
  if (process.stdin.isTTY && process.stderr.isTTY) return;
  throw plainError('refused', 'Without a terminal, the question has no answer.', advice);
}
