import type { Observation, Proposal, Sight } from '#contract/detection.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import type { SignedIn } from '../ports.ts';
import { versionNumber } from './address-candidates.ts';

type Versions = Pick<SignedIn, 'supportedApiVersions' | 'deprecatedApiVersions'>;

/** How strongly a sight shows that an address is an installation; others show nothing. */
const weights: Readonly<Partial<Record<Sight, number>>> = {
  'variant-a': 3,
  'variant-b': 3,
  'empty-list': 2,
  forbidden: 1,
  'needs-auth-token': 1,
};

/** Source: PEM's documentation of payload types. */
const firstWithPayloadType = 14;

/** Ranks by evidence, then the typed root, then versions not deprecated, then newer ones. */
export function proposeConnections(
  observations: readonly Observation[],
  typedRoot: string | null,
  versions: Versions | null,
): Proposal[] {
  const lists = observations.flatMap((observation) => {
    const { apiRoot, sight } = observation;
    const weight = weights[sight];
    return apiRoot === null || weight === undefined ? [] : [{ ...observation, apiRoot, weight }];
  });
  const best = Math.max(0, ...lists.map(({ weight }) => weight));
  // Next to a list that was read, a request for a token is no evidence.
  const evidence = lists.filter(({ weight }) => best === 1 || weight > 1);
  const rank = (list: (typeof lists)[number]): number[] => [
    list.weight,
    Number(list.apiRoot === typedRoot),
    -Number(isNamed(versions?.deprecatedApiVersions, list.apiRoot)),
    versionNumber(list.apiRoot) ?? 0,
  ];
  return evidence
    .toSorted((a, b) => compare(rank(b), rank(a)))
    .map(({ baseUrl, apiRoot, sight }) => {
      const variant = variantOf(sight, apiRoot);
      const certain = sight === 'variant-a' || sight === 'variant-b';
      const reasons = [reasonOf(sight, apiRoot, variant), ...versionReasons(apiRoot, versions)];
      return { baseUrl, apiRoot, variant, certain, reasons };
    });
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function variantOf(sight: Sight, apiRoot: string): VariantId {
  if (sight === 'variant-a') return 'A';
  if (sight === 'variant-b') return 'B';
  const version = versionNumber(apiRoot);
  return version !== null && version >= firstWithPayloadType ? 'B' : 'A';
}

function reasonOf(sight: Sight, apiRoot: string, variant: VariantId): string {
  const assumption = `taken as variant ${variant} (${variants[variant].release}) by the number in the API root`;
  switch (sight) {
    case 'variant-a':
      return `The webhooks under ${apiRoot} have no payload type, as in variant A (${variants.A.release}).`;
    case 'variant-b':
      return `The webhooks under ${apiRoot} have a payload type, as in variant B (${variants.B.release}).`;
    case 'empty-list':
      return `The list under ${apiRoot} is empty: ${assumption}.`;
    default:
      return `Something under ${apiRoot} asks for an auth token: ${assumption}.`;
  }
}

function versionReasons(apiRoot: string, versions: Versions | null): string[] {
  if (versions === null) return [];
  if (isNamed(versions.deprecatedApiVersions, apiRoot)) {
    return ['The installation calls this version deprecated.'];
  }
  if (isNamed(versions.supportedApiVersions, apiRoot)) {
    return ['The installation names this version as supported.'];
  }
  return versions.supportedApiVersions.length === 0
    ? []
    : ['The installation does not name this version as supported.'];
}

const isNamed = (versions: readonly string[] | undefined, apiRoot: string): boolean =>
  versions?.some((version) => versionNumber(version) === versionNumber(apiRoot)) === true;

/** What a person does next; `null` when a proposal is certain. */
export function adviceAfter(
  observations: readonly Observation[],
  proposals: readonly Proposal[],
  { timeIsUp }: { timeIsUp: boolean },
): string | null {
  const [best] = proposals;
  if (best?.certain === true) return null;
  const saw = (sight: Sight): boolean =>
    observations.some((observation) => observation.sight === sight);
  if (saw('wrong-credentials')) {
    return 'User name or password is wrong. Correct them, then select Detect.';
  }
  if (timeIsUp) return 'The detection timed out. Check the address, or try again later.';
  const failure = observations.find(({ sight }) => sight === 'failed');
  if (best === undefined && failure !== undefined) {
    return failure.problem?.advice ?? 'Check the address, or try again later.';
  }
  if (saw('empty-list')) {
    return 'Without webhooks the variant cannot be detected. Check the release of the installation.';
  }
  if (saw('needs-auth-token')) {
    return 'Enter a valid auth token or user name and password, then select Detect.';
  }
  if (saw('forbidden')) {
    return 'Ask the administrator of the installation for the permission to manage webhooks.';
  }
  return 'No webhooks were found at this address. Check the address and its path.';
}
