import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import { plainError } from '#domain/problem.ts';

export type NameOfInstallation = (connectionId: string) => string;

export async function installationNames(client: HookdeskClient): Promise<NameOfInstallation> {
  const names = new Map((await client.connections.list()).map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? 'Removed installation';
}

/** By name, else by id. @throws ProblemError('no-such-connection') for none or several */
export const findInstallation = async (
  client: HookdeskClient,
  given: string,
): Promise<ConnectionView> => installationIn(await client.connections.list(), given);

/** Each as `findInstallation`. */
export async function findInstallations(
  client: HookdeskClient,
  given: readonly string[],
): Promise<ConnectionView[]> {
  const all = await client.connections.list();
  return given.map((each) => installationIn(all, each));
}

function installationIn(all: readonly ConnectionView[], given: string): ConnectionView {
  const named = all.filter(({ name }) => name === given);
  const found = named.length === 0 ? all.filter(({ id }) => id === given) : named;
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  throw plainError(
    'no-such-connection',
    only === undefined
      ? `There is no installation “${given}”.`
      : `There are ${found.length} installations “${given}”.`,
    only === undefined
      ? '“hookdesk installations list” shows all.'
      : `Name one by its id: ${found.map(({ id }) => id).join(', ')}.`,
  );
}
