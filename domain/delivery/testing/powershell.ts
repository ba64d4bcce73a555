import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TextPiece, type Token, tokensOf } from './powershell-tokens.ts';

type Value = string | readonly string[];

/** Runs a program. */
export type CallProgram = (program: string, args: readonly string[]) => Promise<void>;

/**
 * Runs the PowerShell subset that Hookdesk's commands use: a block, variables, `if` with `-not` and
 * `throw`, `try` with `finally`, texts and their sums, lists and `-join`, `.Replace`, temporary files
 * and `WriteAllText`, and calls of programs. For machines that have no PowerShell.
 *
 * @throws Error with the message of `throw`, if temporary files remain, or for other syntax
 */
export async function carryOutPowershell(
  code: string,
  environment: Readonly<Record<string, string>>,
  call: CallProgram,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk powershell-'));
  try {
    await new Interpreter(tokensOf(code), environment, call, folder).run().finally(() => {
      const left = readdirSync(folder);
      if (left.length > 0) throw new Error(`Files are left: ${left.join(', ')}`);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

class Interpreter {
  readonly #tokens: readonly Token[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #call: CallProgram;
  readonly #folder: string;
  readonly #variables = new Map<string, Value>();
  #at = 0;
  #files = 0;

  constructor(
    tokens: readonly Token[],
    environment: Readonly<Record<string, string>>,
    call: CallProgram,
    folder: string,
  ) {
    this.#tokens = tokens;
    this.#environment = environment;
    this.#call = call;
    this.#folder = folder;
  }

  async run(): Promise<void> {
    this.#take('&');
    await this.#block();
    this.#afterLineEnds();
    if (this.#at < this.#tokens.length) throw new Error(`Left over: ${this.#peek()}`);
  }

  async #block(): Promise<void> {
    this.#take('{');
    while (this.#afterLineEnds() !== '}') await this.#statement();
    this.#take('}');
  }

  async #statement(): Promise<void> {
    const first = this.#peek();
    if (first === 'if') await this.#if();
    else if (first === 'try') await this.#try();
    else if (first === 'throw') {
      this.#next();
      throw new Error(String(this.#expression()));
    } else if (first.startsWith('$')) {
      this.#next();
      this.#take('=');
      this.#variables.set(first.slice(1), this.#expression());
    } else if (first.startsWith('[')) this.#expression();
    else await this.#program();
  }

  async #if(): Promise<void> {
    this.#take('if');
    this.#take('(');
    this.#take('-not');
    const holds = this.#expression();
    this.#take(')');
    if (holds === '') await this.#block();
    else this.#skipBlock();
  }

  async #try(): Promise<void> {
    this.#take('try');
    const begun = this.#at;
    try {
      await this.#block();
    } finally {
      this.#at = begun;
      this.#skipBlock();
      this.#take('finally');
      await this.#block();
    }
  }

  #skipBlock(): void {
    let depth = 0;
    do {
      const token = this.#next();
      if (token.kind === 'word' && token.value === '{') depth += 1;
      if (token.kind === 'word' && token.value === '}') depth -= 1;
    } while (depth > 0);
  }

  /** In a program call, everything up to the end of the line is an argument. */
  async #program(): Promise<void> {
    const program = this.#word();
    const args: string[] = [];
    while (!['\n', '}', ''].includes(this.#peek())) {
      if (this.#peek() === ',') this.#next();
      else if (this.#peek().startsWith('-')) args.push(this.#word());
      else args.push(String(this.#primary()));
    }
    if (program === 'Remove-Item') {
      for (const file of args.slice(1)) rmSync(file);
    } else await this.#call(program, args);
  }

  #word(): string {
    const token = this.#next();
    return token.kind === 'word' ? token.value : '';
  }

  #expression(): Value {
    let value = this.#primary();
    for (;;) {
      const operator = this.#peek();
      if (operator === '+') {
        this.#next();
        value = String(value) + String(this.#primary());
      } else if (operator === '-join') {
        this.#next();
        value = [value].flat().join(String(this.#primary()));
      } else return value;
    }
  }

  #primary(): Value {
    const token = this.#next();
    let value = token.kind === 'text' ? this.#expanded(token.value) : this.#named(token.value);
    while (this.#peek() === '.Replace') {
      this.#next();
      const [from = '', to = ''] = this.#list().map(String);
      value = String(value).replaceAll(from, () => to);
    }
    return value;
  }

  #named(word: string): Value {
    if (word.startsWith('$')) return this.#variable(word.slice(1));
    if (word === '@(') return this.#lines();
    if (word === '(') {
      const value = this.#expression();
      this.#take(')');
      return value;
    }
    if (word === '[char]') return String.fromCharCode(Number(this.#word()));
    if (word === '[IO.Path]::GetTempFileName') {
      this.#list();
      this.#files += 1;
      const file = join(this.#folder, `tmp${this.#files}.tmp`);
      writeFileSync(file, '');
      return file;
    }
    if (word === '[IO.File]::WriteAllText') {
      const [file = '', text = ''] = this.#list().map(String);
      if (!existsSync(file)) throw new Error(`${file} is not there.`);
      // UTF-8 without a byte order mark.
      writeFileSync(file, text);
      return '';
    }
    throw new Error(`What is ${word}?`);
  }

  #variable(name: string): Value {
    if (name.startsWith('env:')) return this.#environment[name.slice(4)] ?? '';
    const value = this.#variables.get(name);
    if (value === undefined) throw new Error(`$${name} is not set.`);
    return value;
  }

  #expanded(pieces: readonly TextPiece[]): string {
    return pieces
      .map((piece) => {
        if (piece.kind === 'literal') return piece.text;
        if (piece.kind === 'variable') return String(this.#variable(piece.name));
        const inner = tokensOf(piece.code);
        const other = new Interpreter(inner, this.#environment, this.#call, this.#folder);
        return String(other.#expression());
      })
      .join('');
  }

  /** Expressions in `@(…)`: each gives one element of the list. */
  #lines(): string[] {
    const found: string[] = [];
    while (this.#afterLineEnds() !== ')') found.push(String(this.#expression()));
    this.#take(')');
    return found;
  }

  /** Arguments of a method. */
  #list(): Value[] {
    const found: Value[] = [];
    this.#take('(');
    while (this.#peek() !== ')') {
      found.push(this.#expression());
      if (this.#peek() === ',') this.#next();
    }
    this.#take(')');
    return found;
  }

  #afterLineEnds(): string {
    while (this.#peek() === '\n') this.#next();
    return this.#peek();
  }

  /** The next word; empty at the end. A text gives a word that no code contains. */
  #peek(): string {
    const token = this.#tokens[this.#at];
    return token?.kind === 'word' ? token.value : token === undefined ? '' : '\u0000text';
  }

  #next(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error('The command ends too early.');
    this.#at += 1;
    return token;
  }

  #take(word: string): void {
    const token = this.#next();
    if (token.kind !== 'word' || token.value !== word) {
      throw new Error(`${word} is missing before ${JSON.stringify(token.value)}.`);
    }
  }
}
