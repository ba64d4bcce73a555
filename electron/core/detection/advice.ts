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
    return 'User name or password is wrong. Correct them, then detect again.';
  }
  if (timeIsUp) return 'It took too long. Check the address, or try again later.';
  const broken = observations.find(({ sight }) => sight === 'failed');
  if (best === undefined && broken !== undefined) {
    return broken.problem?.advice ?? 'Check the address, or try again later.';
  }
  if (saw('empty-list')) {
    return 'There is no webhook yet to tell the variant by. Look up the release of the installation if you are not sure.';
  }
  if (saw('needs-auth-token')) {
    return 'Enter an auth token that is good, or user name and password, then detect again to be sure.';
  }
  if (saw('forbidden')) {
    return 'Ask the administrator of the installation for the permission to manage webhooks.';
  }
  return 'No webhooks were found below this address. Check it, and add the path that the installation is under.';
}
