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

export type Trouble = 'portable' | 'no-library' | 'no-folder' | 'no-answer' | 'locked';

export function troubleInWords(trouble: Trouble, platform: NodeJS.Platform, label: string): string {
  const linux = platform !== 'darwin' && platform !== 'win32';
  switch (trouble) {
    case 'portable':
      return `This copy is portable, and ${label} stays on its computer. Use a passphrase.`;
    case 'no-library':
      return linux
        ? 'The keychain library libsecret is missing. Install libsecret-1-0 and a keychain such as GNOME Keyring, then start Hookdesk again.'
        : `The part of Hookdesk that reaches ${label} is missing. Install Hookdesk again.`;
    case 'no-folder':
      return 'The data folder cannot be written to, so its keychain name could not be saved. Check the permissions of the folder, then select Refresh.';
    case 'no-answer':
      return linux
        ? 'No keychain is available in this session. Install a Secret Service such as GNOME Keyring, check that D-Bus is running, then select Refresh.'
        : `${label} refused access. Allow Hookdesk to use it, then select Refresh.`;
    case 'locked':
      return `${label} is locked, or its password prompt was dismissed. Unlock it, then select Refresh.`;
  }
}
