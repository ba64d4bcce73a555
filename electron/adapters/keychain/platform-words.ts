/** The keychain's name as people of a system know it. */
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

/** Why secrets are in memory only. */
export type Absence = 'no-library' | 'no-answer' | 'silent' | 'locked';

/** Why there is no keychain and what to do about it, in sentences. */
export function absenceReason(absence: Absence, platform: NodeJS.Platform, label: string): string {
  const start = 'Then start Hookdesk again.';
  const linux = platform !== 'darwin' && platform !== 'win32';
  switch (absence) {
    case 'no-library':
      return linux
        ? `The library for the system's keychain, libsecret, is not there. Install libsecret-1-0 and a keychain such as GNOME Keyring. ${start}`
        : `The part of Hookdesk that reaches ${label} is missing. Install Hookdesk again.`;
    case 'no-answer':
      return linux
        ? `No keychain answers in this session. Install and unlock one that is a Secret Service, such as GNOME Keyring, and see that the session has a D-Bus. ${start}`
        : `${label} refused to keep a secret. Unlock it and allow Hookdesk to use it. ${start}`;
    case 'silent':
      return `${label} did not answer in time; it may be waiting to be unlocked. Unlock it. ${start}`;
    case 'locked':
      return `${label} is locked: it gave back nothing of what it was given. Unlock it. ${start}`;
  }
}
