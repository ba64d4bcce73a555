import { type Command, Option } from '@commander-js/extra-typings';
import { countOf } from '../number-options.ts';
import { exitCodes } from '../exit-codes.ts';
import { tableOf } from '../output/table.ts';
import { refuseJson, run } from '../run.ts';

const paths = 'a bundle, or a folder that “export --to” wrote';
const several = (value: string, before: string[]): string[] => [...before, value];

const installationOption = new Option(
  '--installation <name>',
  'installation to change, by name or id; may be repeated. Default: those that the webhooks come from',
)
  .argParser(several)
  .default<string[]>([]);
const onlyOption = new Option(
  '--only <webhook>',
  'name of a webhook, or query with a term of “search” such as host:example.com; may be repeated',
)
  .argParser(several)
  .default<string[]>([]);
const deleteOption = new Option('--delete', 'also delete webhooks that the path lacks');

export function addPlanCommands(program: Command): void {
  program
    .command('plan')
    .description('show what “apply” would change, and change nothing')
    .argument('<path>', paths)
    .addOption(installationOption)
    .addOption(onlyOption)
    .addOption(deleteOption)
    .option('--exit-code', 'end with exit code 2 when the plan has changes')
    .option('--out <file>', 'also write the plan to a file, which “apply” takes')
    .addOption(
      new Option('--format <format>', 'markdown: for a comment on a pull request')
        .choices(['text', 'markdown'] as const)
        .default('text' as const),
    )
    .hook('preAction', (command) => {
      if (command.opts().format === 'markdown') refuseJson(command, '--format markdown');
    })
    .action((path, options, command) =>
      run(command, async ({ client, output, signal }) => {
        const { preparePlan, planResult } = await import('../plans/prepare-plan.ts');
        const { countsOf, planMarkdown, planTable } = await import('../output/plan-table.ts');
        const { readBundle } = await import('../plans/open-bundle.ts');
        const { installation: installations, only, delete: deletes = false, out } = options;
        const bundle = await readBundle(path);
        const given = { name: path, bundle, installations, only, deletes };
        const prepared = await preparePlan(client, given, signal);
        try {
          const result = await planResult(client, prepared);
          if (options.format === 'markdown') output.text(planMarkdown(result));
          else output.result('plan', result, planTable(result));
          output.note(`${countsOf(result)}.`);
          if (out !== undefined) {
            const { needsSecretsOnly, refuseUnready } = await import('../plans/apply-plan.ts');
            const { writePlanFile } = await import('../plans/plan-file.ts');
            const unready = prepared.rows.filter((row) => !needsSecretsOnly(row));
            const ways = 'Correct the folder, or select others with --only.';
            refuseUnready(unready, 'No plan file was written.', ways);
            await writePlanFile(client, out, prepared, given);
          }
          const isDifferent = options.exitCode === true && result.rows.length > 0;
          return isDifferent ? exitCodes.differences : exitCodes.done;
        } finally {
          await client.plans.forget({ planId: prepared.planId });
        }
      }),
    );

  program
    .command('apply')
    .description('change installations so that they have the webhooks of a bundle or folder')
    .argument(
      '<path>',
      `${paths}; or a plan that “plan --out” wrote, which names its installations`,
    )
    .addOption(installationOption)
    .addOption(onlyOption)
    .addOption(deleteOption)
    .option(
      '--secrets <file>',
      'JSON with values of secrets by name; else the variables HOOKDESK_SECRET_…',
    )
    .option('--yes', 'do not ask; for production, --installation is needed too')
    .option('--at-once <count>', 'requests at the same time, 1 to 10', countOf(10), 4)
    .action((path, options, command) =>
      run(command, async (context) => {
        const { client, output, signal, ofEnvironment } = context;
        const { preparePlan } = await import('../plans/prepare-plan.ts');
        const { awaitResults, giveSecrets, reviewAndApply } =
          await import('../plans/apply-plan.ts');
        const { installation: installations, only, delete: deletes = false } = options;
        const { secretsByName, secretsFromFile } = await import('../session/secret-source.ts');
        const ofFile = await secretsFromFile(options.secrets ?? null);
        const values = secretsByName('SECRET', ofFile, ofEnvironment);
        const { bundleOfPlan, planIn, refuseOptions, reviewedRows, staleRows } =
          await import('../plans/plan-file.ts');
        const { readBundle } = await import('../plans/open-bundle.ts');
        const bundle = await readBundle(path);
        const file = planIn(bundle);
        if (file !== null) refuseOptions(installations.length > 0 || deletes);
        const given =
          file === null
            ? { name: path, bundle, installations, only, deletes }
            : await bundleOfPlan(client, file, only);
        const whole = await preparePlan(client, given, signal, (connectionIds) =>
          awaitResults(context, connectionIds),
        );
        const planned = file === null || only.length > 0 ? whole : reviewedRows(file, whole);
        const stale = file === null ? [] : await staleRows(client, file, planned);
        if (stale.length > 0) {
          output.note(`The plan is out of date. Nothing was sent.\n${stale.join('\n')}`);
          return exitCodes.stalePlan;
        }
        const prepared = await giveSecrets(client, planned, values);
        const { yes: isGiven = false, atOnce } = options;
        const how = { isGiven, isNamed: given.installations.length > 0, atOnce };
        return reviewAndApply(context, prepared, how);
      }),
    );

  program
    .command('diff')
    .description('compare installations with another one, a bundle or a folder')
    .argument('<reference>', `name or id of an installation, or the path of ${paths}`)
    .argument('[installation...]', 'names or ids; default: the one that the webhooks come from')
    .option('--exit-code', 'end with exit code 2 when something differs')
    .action((reference, installations, { exitCode }, command) =>
      run(command, async ({ client, output, signal }) => {
        const { compare } = await import('../compare.ts');
        const found = await compare(client, reference, installations, signal);
        const table = tableOf(found, {
          INSTALLATION: 'installation',
          WEBHOOK: 'webhook',
          DIFFERENCE: ({ kind, different }) =>
            kind === 'differs' ? `${different} parts differ` : kind,
        });
        output.result('diff', found, table);
        return exitCode === true && found.length > 0 ? exitCodes.differences : exitCodes.done;
      }),
    );
}
