import { type Command, Option } from '@commander-js/extra-typings';
import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write the webhooks of installations to a file, without secrets')
    .argument('<installation...>', 'names or ids')
    .requiredOption('--out <file>', 'file to write; - for standard output')
    .addOption(
      new Option('--format <format>', 'bundle: for Hookdesk; raw: as an installation answers')
        .choices(['bundle', 'raw', 'csv'] as const)
        .default('bundle' as const),
    )
    .action((given, { out, format }, command) =>
      run(command, async ({ client, output, signal }) => {
        const { exportFile } = await import('../export-file.ts');
        const { text, leaks, ...summary } = await exportFile(client, given, format, signal);
        for (const notice of [...summary.notices, ...summary.leftOut, ...leaks])
          output.note(notice);
        if (out === '-') {
          output.text(text);
          return exitCodes.done;
        }
        const { writeResultFile } = await import('../write-result-file.ts');
        writeResultFile(out, text);
        output.result(
          'export',
          { file: out, ...summary },
          {
            columns: ['FILE', 'WEBHOOKS', 'BYTES', 'SECRETS LEFT OUT'],
            rows: [
              [out, String(summary.webhooks), String(summary.bytes), summary.secrets.join(', ')],
            ],
          },
        );
        return exitCodes.done;
      }),
    );
}
