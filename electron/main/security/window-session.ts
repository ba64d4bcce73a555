import { app, session, type Session } from 'electron';
import { appProtocol } from './app-protocol.ts';
import { guardNavigation } from './navigation-guard.ts';
import { restrictSession, windowPartition } from './session-policy.ts';
import { appScheme } from './window-address.ts';

export function guardPages(origin: string): void {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, origin);
  });
}

export async function openWindowSession(origin: string, renderer: string): Promise<Session> {
  await restrictSession(session.defaultSession, origin);
  const ours = session.fromPartition(windowPartition);
  await restrictSession(ours, origin);
  ours.protocol.handle(appScheme, appProtocol(renderer));
  return ours;
}
