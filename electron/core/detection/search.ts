import type { UnsavedConnection } from '#contract/connections.ts';
import { parsePastedAddress } from '#domain/installation/address.ts';
import type { Limits } from '#domain/installation/limits.ts';
import { ProblemError } from '#domain/problem.ts';
import { variants } from '#domain/webhook/variant.ts';
import type { Connections } from '../connections/connections.ts';
import { type ConnectionCandidate, resolveCandidate } from '../connections/connection-candidate.ts';
import { plainRoute, type Route } from '../ports.ts';
import { invalid } from '../problems.ts';
import type { TypedAddress } from './address-candidates.ts';

export interface Search {
  readonly typed: TypedAddress;
  /** Route and access for the typed origin; its path and API root are ignored. */
  readonly candidate: ConnectionCandidate;
}

export async function searchFor(
  connections: Connections,
  input: UnsavedConnection,
): Promise<Search> {
  const typed = parsePastedAddress(input.settings.baseUrl);
  if ('message' in typed) throw invalid([typed]);
  const settings = {
    ...input.settings,
    // Placeholders, which only pass the checks: detection finds the real values.
    name: 'Detection',
    baseUrl: typed.baseUrl,
    apiRoot: variants.B.proposedRoot,
  };
  const { address, access } = await withWhatIsThere(connections, { ...input, settings });
  const candidate = {
    access,
    address: { ...address, route: withShortTimeLimits(address.route ?? plainRoute) },
  };
  // The practice service's own address wins, so its token is sent nowhere else.
  return originOf(address.baseUrl) === originOf(typed.baseUrl)
    ? { typed, candidate }
    : { typed: { baseUrl: address.baseUrl, apiRoot: address.apiRoot, notes: [] }, candidate };
}

/** Searches without credentials when only these are missing. */
async function withWhatIsThere(
  connections: Connections,
  input: UnsavedConnection,
): Promise<ConnectionCandidate> {
  try {
    return await resolveCandidate(connections, input);
  } catch (error) {
    if (!lacksOnlyCredentials(error)) throw error;
    const settings = { ...input.settings, authentication: { kind: 'none' as const } };
    return resolveCandidate(connections, { ...input, settings });
  }
}

const credentials = new Set(['authToken', 'username', 'password']);

const lacksOnlyCredentials = (error: unknown): boolean =>
  error instanceof ProblemError &&
  error.problem.code === 'invalid' &&
  error.problem.issues.every(({ path }) => credentials.has(path));

/** Milliseconds; shorter than usual, because detection sends many requests. */
const timeLimit = { connect: 5_000, headers: 10_000, body: 20_000 };

function withShortTimeLimits(route: Route): Route {
  const limits: Limits = {
    ...route.limits,
    connectMilliseconds: Math.min(route.limits.connectMilliseconds, timeLimit.connect),
    headersMilliseconds: Math.min(route.limits.headersMilliseconds, timeLimit.headers),
    bodyMilliseconds: Math.min(route.limits.bodyMilliseconds, timeLimit.body),
  };
  return { ...route, limits };
}

const originOf = (baseUrl: string): string => new URL(baseUrl).origin;
