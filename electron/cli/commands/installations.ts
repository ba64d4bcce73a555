import { type Command, Option } from '@commander-js/extra-typings';
import type { ConnectionView, TestStep } from '#contract/index.ts';
import type { Results } from '../output/results.ts';
import { exitCodes } from '../exit-codes.ts';
import { run } from '../run.ts';
import { type Table, tableOf } from '../output/table.ts';

export function addInstallationCommands(program: Command): void {
  const installations = program
    .command('installations')
    .helpCommand(false)
    .description('list, add, test and remove installations');

  installations
    .command('list')
    .description('list all installations')
    .action((_options, command) =>
      run(command, async ({ client, output }) => {
        const all = (await client.connections.list()).map(resultOf);
        output.result('installations', all, tableOfInstallations(all));
        return exitCodes.done;
      }),
    );

  installations
    .command('add')
    .description('add an installation')
    .argument('<name>')
    .requiredOption('--url <url>', 'its address, such as https://monitor.example.com')
    .addOption(
      new Option('--variant <variant>', 'of the interface')
        .choices(['A', 'B'] as const)
        .default('B' as const),
    )
    .option('--api-root <path>', 'path of the interface; default: the usual one of the variant')
    .addOption(
      new Option('--sign-in <method>', 'how requests are authorized')
        .choices(['token', 'password', 'none'] as const)
        .default('token' as const),
    )
    .option('--username <name>', 'with --sign-in password')
    .addOption(
      new Option('--environment <environment>')
        .choices(['production', 'staging', 'test', 'development'] as const)
        .default('production' as const),
    )
    .option('--group <group>', 'group in the list of installations')
    .option('--read-only', 'refuse every change of its webhooks')
    .option('--secret-stdin', 'read the auth token or password from standard input')
    .option('--secret-file <file>', 'read it from a file')
    .option(
      '--secret-env <variable>',
      'read it from an environment variable, which other programs of yours may read too',
    )
    .hook('preAction', (command) => {
      const { username, signIn } = command.opts();
      if (username !== undefined && signIn !== 'password')
        command.error("error: option '--username <name>' needs option '--sign-in password'");
    })
    .action((name, options, command) =>
      run(
        command,
        async ({ client, output, secret }) => {
          const { settingsFrom } = await import('../installation-settings.ts');
          const added = resultOf(await client.connections.add(settingsFrom(name, options, secret)));
          output.result('installation', added, tableOfInstallations([added]));
          return exitCodes.done;
        },
        options,
      ),
    );

  installations
    .command('test')
    .description('sign in, read the list and check the variant')
    .argument('<installation>', 'name or id')
    .action((given, _options, command) =>
      run(command, async ({ client, findInstallation, output, signal }) => {
        const found = await findInstallation(given);
        const input = { connectionId: found.id, settings: found, secrets: {} };
        const steps: TestStep[] = [];
        for await (const step of await client.connections.test(input, { signal })) {
          if (step.state !== 'running') steps.push(step);
        }
        const shown = steps.map(({ step, state, message }) => ({ step, state, message }));
        const table = tableOf(shown, { STEP: 'step', RESULT: 'state', MESSAGE: 'message' });
        output.result('installation-test', shown, table);
        const failed = steps.find(({ state }) => state === 'failed');
        if (failed === undefined) return exitCodes.done;
        return failed.step === 'authenticate' ? exitCodes.signInNeeded : exitCodes.error;
      }),
    );

  installations
    .command('remove')
    .description('remove an installation and its stored secrets; its webhooks stay')
    .argument('<installation>', 'name or id')
    .option('--yes', 'do not ask')
    .action((given, { yes = false }, command) =>
      run(command, async ({ client, findInstallation, output, signal }) => {
        const found = await findInstallation(given);
        const { confirm } = await import('../ask-in-terminal.ts');
        const question = `Remove “${found.name}” with its drafts and stored secrets?`;
        if (!yes && !(await confirm(question, signal))) {
          output.note('Nothing was removed.');
          return exitCodes.error;
        }
        await client.connections.remove({ connectionId: found.id });
        const removed = resultOf(found);
        output.result('installation', removed, tableOfInstallations([removed]));
        return exitCodes.done;
      }),
    );
}

type Shown = Results['installation'];

function resultOf(view: ConnectionView): Shown {
  const { id, name, baseUrl, apiRoot, variant, environment, group, readOnly, practice } = view;
  const address = `${baseUrl}${apiRoot}`;
  return { id, name, address, variant, environment, group, readOnly, practice };
}

const tableOfInstallations = (all: readonly Shown[]): Table =>
  tableOf(all, {
    NAME: 'name',
    VARIANT: 'variant',
    ENVIRONMENT: 'environment',
    ADDRESS: 'address',
    CHANGES: ({ readOnly }) => (readOnly ? 'read-only' : 'allowed'),
    ID: 'id',
  });
