import type { Observation, Proposal, Sight } from '#contract/detection.ts';

export function adviceAfter(
  observations: readonly Observation[],
  proposals: readonly Proposal[],
  { timeIsUp }: { timeIsUp: boolean },
): string | null {
  const [best] = proposals;
  if (best?.certain === true) return null;
  const saw = (sight: Sight): boolean => observations.some((each) => each.sight === sight);
  if (saw('wrong-credentials')) {
    return 'User name or password is wrong. Correct them, then select Detect.';
  }
  if (timeIsUp) return 'The detection timed out. Check the address, or try again later.';
  const broken = observations.find(({ sight }) => sight === 'failed');
  if (best === undefined && broken !== undefined) {
    return broken.problem?.advice ?? 'Check the address, or try again later.';
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
