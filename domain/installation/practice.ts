import type { VariantId } from '../webhook/variant.ts';
import type { Connection, Environment, PracticeId } from './connection.ts';

/** The installation of a reference service that Hookdesk starts on this computer. */
interface PracticeInstallation {
  readonly name: string;
  readonly variant: VariantId;
  readonly environment: Environment;
}

export const practiceInstallations: Readonly<Record<PracticeId, PracticeInstallation>> = {
  A: { name: 'Practice 6.0', variant: 'A', environment: 'test' },
  B: { name: 'Practice 14.0', variant: 'B', environment: 'test' },
  production: { name: 'Practice production', variant: 'B', environment: 'production' },
  standby: { name: 'Practice standby', variant: 'B', environment: 'staging' },
  'old-site': { name: 'Practice old site', variant: 'A', environment: 'test' },
};

/** Their webhooks differ, so that a comparison shows something. */
export const differingPractice: readonly PracticeId[] = ['production', 'standby', 'old-site'];

/** The id names the service to start. Older settings without one mean the service of their variant. */
export const practiceIdOf = ({
  practiceId,
  variant,
}: Pick<Connection, 'practiceId' | 'variant'>): PracticeId => practiceId ?? variant;
