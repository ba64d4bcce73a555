import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** Electron's codes of fuse states in a binary; a removed fuse has another code. */
const states: Readonly<Record<number, 'on' | 'off'>> = {
  [0x30]: 'off',
  [0x31]: 'on',
};

/** The fuses of a binary by name, such as `RunAsNode: 'off'`. */
export async function fusesOf(program: string): Promise<Record<string, 'on' | 'off' | 'removed'>> {
  const wire = await getCurrentFuseWire(program);
  return Object.fromEntries(
    Object.entries(wire).flatMap(([at, code]) => {
      const name = FuseV1Options[Number(at)];
      return name === undefined ? [] : [[name, states[Number(code)] ?? 'removed']];
    }),
  );
}

/** The required fuses of every package. */
export const releaseFuses = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'off',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
};
