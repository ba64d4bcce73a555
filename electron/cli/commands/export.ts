import { type Command, Option } from '@commander-js/extra-typings';
import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write the webhooks of installations to a file or folder, without secrets')
    .argument('<installation...>', 'names or ids')
    .option('--out <file>', 'file to write; - for standard output')
    .option('--to <folder>', 'folder to write, with a file for each webhook, for git')
    .addOption(
      new Option('--format <format>', 'bundle: for Hookdesk; raw: as an installation answers')
        .choices(['bundle', 'raw', 'csv'] as const)
        .default('bundle' as const),
    )
    .action((given, { out, to, format }, command) =>
      run(command, async ({ client, output, signal }) => {
        const { exportFile, placeOf } = await import('../export-file.ts');
        const file = placeOf(out, to, format);
        const { text, leaks, ...summary } = await exportFile(client, given, format, signal);
        for (const notice of [...summary.notices, ...summary.leftOut, ...leaks])
          output.note(notice);
        if (out === '-') {
          output.text(text);
          return exitCodes.done;
        }
        if (to === undefined) {
          const { writeResultFile } = await import('../write-result-file.ts');
          writeResultFile(file, text);
        } else {
          const { writeFolder } = await import('../folder-on-disk.ts');
          writeFolder(file, text);
        }
        const { webhooks, bytes, secrets } = summary;
        output.result(
          'export',
          { file, ...summary },
          {
            columns: ['FILE', 'WEBHOOKS', 'BYTES', 'SECRETS LEFT OUT'],
            rows: [[file, String(webhooks), String(bytes), secrets.join(', ')]],
          },
        );
        return exitCodes.done;
      }),
    );
}
