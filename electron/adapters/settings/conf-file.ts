import Conf from 'conf';
import type { OpenSettingsFile } from './file-with-backup.ts';

export const openConfFile: OpenSettingsFile = ({ directory, name, mode }) =>
  new Conf<Record<string, unknown>>({
    cwd: directory,
    configName: name,
    configFileMode: mode,
    accessPropertiesByDotNotation: false,
  });
