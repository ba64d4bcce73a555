import type { Notifier, SystemNotification } from '../../platform/notifications.ts';

export class FakeNotifier implements Notifier {
  state: NotificationPermission | 'unsupported' = 'default';
  answer: NotificationPermission = 'granted';
  inFront = false;
  readonly shown: SystemNotification[] = [];

  permission(): NotificationPermission | 'unsupported' {
    return this.state;
  }
  request(): Promise<NotificationPermission | 'unsupported'> {
    this.state = this.answer;
    return Promise.resolve(this.state);
  }
  show(notification: SystemNotification): void {
    this.shown.push(notification);
  }
  isInFront(): Promise<boolean> {
    return Promise.resolve(this.inFront);
  }
}
