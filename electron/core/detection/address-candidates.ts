import type { UnsavedConnection } from '#contract/connections.ts';
import { parsePastedAddress, type PastedAddress } from '#domain/installation/address.ts';
import type { Limits } from '#domain/installation/limits.ts';
import { ProblemError } from '#domain/problem.ts';
import { variants } from '#domain/webhook/variant.ts';
import { type ConnectionCandidate, resolveCandidate } from '../connections/connection-candidate.ts';
import type { Connections } from '../connections/connections.ts';
import { plainRoute, type Route } from '../ports.ts';
import { invalid } from '../problems.ts';

/** The address that a person typed, and how to send requests to it. */
export interface DetectionTarget {
  readonly typed: TypedAddress;
  /** Route and access for the typed origin; its path and API root are ignored. */
  readonly candidate: ConnectionCandidate;
}

export async function detectionTarget(
  connections: Connections,
  input: UnsavedConnection,
): Promise<DetectionTarget> {
  const typed = parsePastedAddress(input.settings.baseUrl);
  if ('message' in typed) throw invalid([typed]);
  const settings = {
    ...input.settings,
    // Placeholders, which only pass the checks: detection finds the real values.
    name: 'Detection',
    baseUrl: typed.baseUrl,
    apiRoot: variants.B.proposedRoot,
  };
  const { address, access } = await resolveWithoutMissing(connections, { ...input, settings });
  const candidate = {
    access,
    address: { ...address, route: withShortTimeLimits(address.route ?? plainRoute) },
  };
  // The practice service's own address wins, so its token is sent nowhere else.
  return originOf(address.baseUrl) === originOf(typed.baseUrl)
    ? { typed, candidate }
    : { typed: { baseUrl: address.baseUrl, apiRoot: address.apiRoot, notes: [] }, candidate };
}

/** Resolves the candidate without credentials when only these are missing. */
async function resolveWithoutMissing(
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

type TypedAddress = Pick<PastedAddress, 'baseUrl' | 'apiRoot' | 'notes'>;

/** Candidates on the typed origin, likeliest first. */
interface AddressCandidates {
  readonly baseUrls: readonly string[];
  readonly apiRoots: readonly string[];
}

/** PEM's usual path, for an address without path. Source: public documentation, `https://HOST/pem/api`. */
const usualPath = '/pem';

export function addressCandidates({
  baseUrl,
  apiRoot,
}: Omit<TypedAddress, 'notes'>): AddressCandidates {
  const { origin, pathname } = new URL(baseUrl);
  const otherUrl = pathname === '/' ? origin + usualPath : origin;
  return {
    baseUrls: [baseUrl, otherUrl],
    apiRoots: unique([
      ...(apiRoot === null ? [] : [apiRoot]),
      variants.B.proposedRoot,
      variants.A.proposedRoot,
    ]),
  };
}

/** API roots to try besides the usual ones: the newest reported version, or none when a usual one is reported. */
export function rootsOf(versions: readonly string[]): string[] {
  const numbers = versions.map(versionNumber).filter((version) => version !== null);
  const usual = [variants.A.proposedRoot, variants.B.proposedRoot].map(versionNumber);
  if (numbers.length === 0 || numbers.some((version) => usual.includes(version))) return [];
  return [`/api/v${Math.max(...numbers)}`];
}

/** Reads `/api/v14`, `v14` or `14`; returns `null` for other texts. */
export function versionNumber(text: string): number | null {
  const digits = /(?:^|\/|v)(\d{1,4})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
