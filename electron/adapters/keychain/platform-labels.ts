export function keychainLabel(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (platform === 'darwin') return 'macOS Keychain';
  if (platform === 'win32') return 'Windows Credential Manager';
  const desktop = environment.XDG_CURRENT_DESKTOP ?? '';
  const isGnome =
    environment.GNOME_KEYRING_CONTROL !== undefined ||
    /\b(?:GNOME|Unity|X-Cinnamon|Cinnamon|XFCE|MATE|Budgie|Pantheon)\b/i.test(desktop);
  return isGnome ? 'GNOME Keyring' : 'Secret Service';
}

export type Trouble = 'no-library' | 'no-folder' | 'no-answer' | 'locked';

export function troubleInWords(trouble: Trouble, platform: NodeJS.Platform, label: string): string {
  const linux = platform !== 'darwin' && platform !== 'win32';
  switch (trouble) {
    case 'no-library':
      return linux
        ? 'The library for the system’s keychain, libsecret, is not there. Install libsecret-1-0 and a keychain such as GNOME Keyring, then start Hookdesk again.'
        : `The part of Hookdesk that reaches ${label} is missing. Install Hookdesk again.`;
    case 'no-folder':
      return 'The data folder cannot be written to, so its name in the keychain could not be kept. See that it belongs to you, then look again.';
    case 'no-answer':
      return linux
        ? 'No keychain answers in this session. Install one that is a Secret Service, such as GNOME Keyring, and see that the session has a D-Bus; then look again.'
        : `${label} refused to answer. Allow Hookdesk to use it, then look again.`;
    case 'locked':
      return `${label} is locked, or its question for a password was dismissed. Unlock it, then look again.`;
  }
}
