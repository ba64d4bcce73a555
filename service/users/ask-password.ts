import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';

/** The person cancelled the prompt (Ctrl C or Ctrl D). */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

/**
 * Reads a password for a user: at a terminal, prompts twice without echo; otherwise reads the first
 * line of standard input.
 * @returns `null` if the two passwords differ. @throws NotAnswered
 */
export async function askPassword(
  input: NodeJS.ReadStream,
  write: (text: string) => void,
): Promise<string | null> {
  if (!input.isTTY) return firstLine(input);
  // Raw mode before the first prompt: the terminal then neither echoes input nor handles Ctrl C.
  input.setRawMode(true);
  try {
    const first = await readWithoutEcho(input, write, 'Password: ');
    const second = await readWithoutEcho(input, write, 'Once more: ');
    return first === second ? first : null;
  } finally {
    input.setRawMode(false);
    input.pause();
  }
}

async function firstLine(input: AsyncIterable<Buffer | string>): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const chunk of input) {
    text += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    // Longer than any valid password; the caller refuses it as too long.
    if (text.includes('\n') || text.length > 10_000) break;
  }
  return (text.split('\n', 1)[0] ?? '').replace(/\r$/, '');
}

function readWithoutEcho(
  input: ReadStream,
  write: (text: string) => void,
  question: string,
): Promise<string> {
  const decoder = new StringDecoder('utf8');
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const done = (): void => {
      input.off('data', readKeys);
      write('\n');
    };
    const readKeys = (chunk: Buffer): void => {
      for (const key of decoder.write(chunk)) {
        if (key === '\r' || key === '\n') {
          done();
          resolve(typed.join(''));
          return;
        }
        if (key === '\u0003' || key === '\u0004') {
          done();
          reject(new NotAnswered());
          return;
        }
        if (key === '\u007f' || key === '\b') typed = typed.slice(0, -1);
        else if (key === '\u0015') typed = [];
        else if (key >= ' ') typed.push(key);
      }
    };
    write(question);
    input.on('data', readKeys);
    input.resume();
  });
}
