import { tokenVariable } from '../arguments.ts';
import { tokenInArguments } from '../exposure.ts';
import { help, type ConformanceCommand, readOptions } from './options.ts';
import type { Rule } from './rule.ts';
import { rules } from './rules.ts';
import { CleanUpFailed, reasonIn, runRules, type Verdict } from './run-rules.ts';
import { marker } from './webhooks.ts';

// Without these listeners, a closed pipe would end the program before it deletes its webhooks.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

const words: Readonly<Record<Verdict['kind'], string>> = {
  held: 'ok    ',
  broken: 'BROKEN',
  'left-out': '-     ',
};

const linesOf = ({ title, source }: Rule, verdict: Verdict): string[] => [
  `  ${words[verdict.kind]} ${source.padEnd(5)} ${title}`,
  ...(verdict.kind === 'broken'
    ? verdict.reason.split('\n').map((line) => `               ${line}`)
    : []),
];

const command = readOptions(process.argv.slice(2), process.env);
switch (command.kind) {
  case 'help':
    write(help);
    break;
  case 'misused':
    complain(`${command.message} See --help.`);
    process.exitCode = 2;
    break;
  case 'run':
    process.exitCode = await run(command);
}

async function run(options: ConformanceCommand & { readonly kind: 'run' }): Promise<number> {
  const { installation, onlyDocument } = options;
  write(`Conformance of ${installation.apiUrl}, variant ${installation.variant}`);
  write(
    `This creates webhooks there, changes them and deletes them again; their names hold ` +
      `"${marker}". All others are left alone.`,
  );
  if (options.tokenInArguments) write(tokenInArguments(`Set ${tokenVariable} instead.`));
  const ending = endWhenAsked();
  let lastGroup = '';
  const report = (rule: Rule, group: string, verdict: Verdict): void => {
    if (group !== lastGroup) write(`\n${group}`);
    lastGroup = group;
    for (const line of linesOf(rule, verdict)) write(line);
  };
  try {
    const result = await runRules(
      { ...installation, signal: ending },
      { groups: rules, onlyDocument, report },
    );
    write(`\n${result.held} held, ${result.broken} broken, ${result.leftOut} left out`);
    if (result.undeleted.length > 0) {
      complain(`Could not be deleted again: webhooks ${result.undeleted.join(', ')}.`);
    }
    if (ending.aborted) return 130;
    return result.broken > 0 || result.undeleted.length > 0 ? 1 : 0;
  } catch (error) {
    if (ending.aborted && !(error instanceof CleanUpFailed)) return 130;
    complain(
      error instanceof CleanUpFailed
        ? `What was created may still be there, look for "${marker}": ${error.message}`
        : `The webhooks could not be read: ${reasonIn(error)}`,
    );
    return 1;
  }
}

/** The first SIGINT, SIGTERM or SIGHUP aborts the signal; the second one exits without clean-up. */
function endWhenAsked(): AbortSignal {
  const ending = new AbortController();
  const end = (): void => {
    if (ending.signal.aborted) process.exit(130);
    complain('Ending: what was created is deleted first. Once more to end at once.');
    ending.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  return ending.signal;
}
