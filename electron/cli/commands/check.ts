import { type Command, Option } from '@commander-js/extra-typings';
import { exitCodes } from '../exit-codes.ts';
import { tableOf } from '../output/table.ts';
import { refuseJson, runOffline } from '../run.ts';

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description('check webhooks and payload templates, without a data folder or network')
    .argument('<path...>', 'bundles, folders of “export --to”, or JSON of an installation')
    .addOption(
      new Option('--format <format>', 'github: annotations of a workflow')
        .choices(['text', 'github'] as const)
        .default('text' as const),
    )
    .hook('preAction', (command) => {
      if (command.opts().format === 'github') refuseJson(command, '--format github');
    })
    .action((files, { format }, command) =>
      runOffline(command, async ({ output }) => {
        const { checkPaths } = await import('../check-paths.ts');
        const { githubAnnotation } = await import('../output/github-annotation.ts');
        const found = await checkPaths(files);
        if (format === 'github')
          output.text(found.map((each) => `${githubAnnotation(each)}\n`).join(''));
        else {
          const table = tableOf(found, {
            PLACE: ({ file, line, column }) =>
              [file, line, column].filter((part) => part !== null).join(':'),
            LEVEL: 'level',
            WEBHOOK: 'webhook',
            MESSAGE: 'message',
          });
          output.result('check', found, table);
        }
        const errors = found.filter(({ level }) => level === 'error').length;
        output.note(
          `${errors} errors, ${found.length - errors} warnings in ${files.length} paths.`,
        );
        return errors > 0 ? exitCodes.error : exitCodes.done;
      }),
    );
}
