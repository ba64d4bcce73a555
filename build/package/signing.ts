import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Configuration } from 'electron-builder';

export type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (environment: Environment, names: readonly string[]): boolean =>
  names.every((name) => (environment[name] ?? '') !== '');

/** electron-builder defines these names. */
const signingVariables: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['CSC_LINK', 'CSC_NAME'],
  win32: ['WIN_CSC_LINK', 'CSC_LINK', 'HOOKDESK_WIN_SIGN', 'AZURE_SIGNING_ENDPOINT'],
};

/** Of Azure Trusted Signing; all are needed. The last three are of Microsoft Entra ID. */
const azureVariables = [
  'AZURE_SIGNING_ENDPOINT',
  'AZURE_SIGNING_ACCOUNT',
  'AZURE_SIGNING_PROFILE',
  'AZURE_SIGNING_PUBLISHER',
  'AZURE_TENANT_ID',
  'AZURE_CLIENT_ID',
  'AZURE_CLIENT_SECRET',
];

const notarisation = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

/** Whether a certificate is configured. Then `package.ts` makes a package without a signature an error. */
export const namesCertificate = (platform: NodeJS.Platform, environment: Environment): boolean =>
  (signingVariables[platform] ?? []).some((name) => isSet(environment, [name]));

/**
 * Deletes empty variables: workflows set them for missing secrets, and electron-builder reads them.
 */
export function dropEmptyVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of [...Object.values(signingVariables), ...notarisation, azureVariables].flat()) {
    if (environment[name] === '') Reflect.deleteProperty(environment, name);
  }
}

/** The missing signatures of a package for this system, each as a sentence. */
export function signingWarnings(platform: NodeJS.Platform, environment: Environment): string[] {
  const isNamed = namesCertificate(platform, environment);
  if (platform === 'win32' && !isNamed) {
    return [
      'Not signed: Windows warns before it runs the installer. Set WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD, AZURE_SIGNING_ENDPOINT, or HOOKDESK_WIN_SIGN.',
    ];
  }
  if (platform === 'win32' && isSet(environment, ['AZURE_SIGNING_ENDPOINT'])) {
    return azureVariables
      .filter((name) => !isSet(environment, [name]))
      .map((name) => `Not signed: Azure Trusted Signing needs ${name}. Set ${name}.`);
  }
  if (platform !== 'darwin') return [];
  const warnings: string[] = [];
  if (!isNamed) {
    warnings.push(
      'Not signed unless the keychain has a Developer ID: macOS refuses a downloaded application. Set CSC_LINK and CSC_KEY_PASSWORD, or CSC_NAME.',
    );
  }
  if (!notarisation.some((names) => isSet(environment, names))) {
    warnings.push(
      'Not notarised: macOS refuses a downloaded application. Set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER.',
    );
  }
  return warnings;
}

/**
 * How Windows packages are signed without a certificate file: by Azure Trusted Signing, or by the
 * program in `HOOKDESK_WIN_SIGN`, such as one for a key management service. The program gets the
 * path of each file and signs it in place; another exit code than 0 is an error.
 */
export function windowsSigning(environment: Environment): NonNullable<Configuration['win']> {
  const [endpoint, account, profile, publisher] = azureVariables.map(
    (name) => environment[name] ?? '',
  );
  if (endpoint !== undefined && endpoint !== '') {
    return {
      azureSignOptions: {
        endpoint,
        codeSigningAccountName: account ?? '',
        certificateProfileName: profile ?? '',
        publisherName: publisher ?? '',
      },
    };
  }
  const program = environment.HOOKDESK_WIN_SIGN ?? '';
  if (program === '') return {};
  return {
    signtoolOptions: {
      // One signature each: the program selects the digest.
      signingHashAlgorithms: ['sha256'],
      sign: async ({ path }) => {
        await promisify(execFile)(program, [path]);
      },
    },
  };
}
