type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (environment: Environment, names: readonly string[]): boolean =>
  names.every((name) => (environment[name] ?? '') !== '');

/** electron-builder defines these names. */
const signingVariables: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['CSC_LINK', 'CSC_NAME'],
  win32: ['WIN_CSC_LINK', 'CSC_LINK'],
};

const notarisation = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

/** Whether a certificate is configured; if so, a package without a signature is an error. */
export const namesCertificate = (platform: NodeJS.Platform, environment: Environment): boolean =>
  (signingVariables[platform] ?? []).some((name) => isSet(environment, [name]));

/**
 * Deletes empty variables: workflows set them for missing secrets, and electron-builder reads them.
 */
export function dropEmptyVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of [...Object.values(signingVariables), ...notarisation].flat()) {
    if (environment[name] === '') Reflect.deleteProperty(environment, name);
  }
}

/** The missing signatures of a package for this system, each as a sentence. */
export function signingWarnings(platform: NodeJS.Platform, environment: Environment): string[] {
  const isNamed = namesCertificate(platform, environment);
  if (platform === 'win32' && !isNamed) {
    return [
      'Not signed: Windows warns before it runs the installer. Set WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD.',
    ];
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
