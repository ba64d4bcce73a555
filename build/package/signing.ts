type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (environment: Environment, names: readonly string[]): boolean =>
  names.every((name) => (environment[name] ?? '') !== '');

/** The names are electron-builder's own. */
const signingVariables: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['CSC_LINK', 'CSC_NAME'],
  win32: ['WIN_CSC_LINK', 'CSC_LINK'],
};

const notarisation = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

/** Whether a certificate is named; then a package without a signature is an error. */
export const namesCertificate = (platform: NodeJS.Platform, environment: Environment): boolean =>
  (signingVariables[platform] ?? []).some((name) => isSet(environment, [name]));

/** A workflow sets a secret that it lacks to an empty text, which electron-builder takes for a certificate. */
export function dropEmptyVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of [...Object.values(signingVariables), ...notarisation].flat()) {
    if (environment[name] === '') Reflect.deleteProperty(environment, name);
  }
}

/** What a package for this system will lack, each as a sentence. */
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
