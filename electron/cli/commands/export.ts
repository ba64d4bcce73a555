import { type Command, Option } from '@commander-js/extra-typings';
import { exitCodes } from '../exit-codes.ts';
import { refuseJson, run } from '../run.ts';

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write the webhooks of installations to a file or folder, without secrets')
    .argument('<installation...>', 'names or ids')
    .option('--out <file>', 'file to write; - for standard output')
    .addOption(
      new Option('--to <folder>', 'folder to write, a file for each webhook, for git').conflicts(
        'out',
      ),
    )
    .addOption(
      new Option('--format <format>', 'bundle: for Hookdesk; raw: as an installation answers')
        .choices(['bundle', 'raw', 'csv'] as const)
        .default('bundle' as const),
    )
    .action((given, { out, to, format }, command) => {
      const isFolder = to !== undefined;
      const place = out ?? to ?? command.error('error: An export needs one place: --out or --to.');
      if (isFolder && format !== 'bundle')
        command.error('error: A folder has a format of its own. Leave out --format, or use --out.');
      if (out === '-') refuseJson(command, '--out -');
      return run(command, async ({ client, output, signal }) => {
        const { exportFile, writeExport } = await import('../export-file.ts');
        const { text, leaks, ...summary } = await exportFile(client, given, format, signal);
        for (const notice of [...summary.notices, ...summary.leftOut, ...leaks])
          output.note(notice);
        if (out === '-') {
          output.text(text);
          return exitCodes.done;
        }
        await writeExport(place, isFolder, text);
        const { webhooks, bytes, secrets } = summary;
        output.result(
          'export',
          { file: place, ...summary },
          {
            columns: ['FILE', 'WEBHOOKS', 'BYTES', 'SECRETS LEFT OUT'],
            rows: [[place, String(webhooks), String(bytes), secrets.join(', ')]],
          },
        );
        return exitCodes.done;
      });
    });
}
