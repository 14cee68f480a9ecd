import type { AppRoute } from '@ts-rest/core';
import { contract } from './contract';
import type { Policy } from './policy';

const routes = Object.entries(contract).flatMap(([feature, operations]) =>
  Object.entries(operations as Record<string, AppRoute>).map(([name, route]) => ({
    name: `${feature}.${name}`,
    route,
    policy: route.metadata as Policy,
    success: Object.keys(route.responses).filter((status) => Number(status) < 300),
  })),
);

describe('the interface', () => {
  it('has these routes: method, path, success, scope, name', () => {
    const surface = routes.map(({ name, route, policy, success }) =>
      [route.method.padEnd(6), route.path.padEnd(58), success.join(), '', policy.scope.padEnd(6), name].join(
        ' ',
      ),
    );
    expect(surface).toEqual([
      'GET    /v1/devices                                                200  read   devices.list',
      'GET    /v1/devices/:deviceId                                      200  read   devices.get',
      'PUT    /v1/devices/:deviceId                                      204  write  devices.update',
      'DELETE /v1/devices/:deviceId                                      204  write  devices.remove',
      'PUT    /v1/devices/:deviceId/stop                                 204  run    devices.stop',
      'POST   /v1/devices/:deviceId/messages                             204  run    devices.sendMessage',
      'GET    /v1/devices/:deviceId/connections                          200  read   devices.listConnections',
      'GET    /v1/robots                                                 200  read   robots.list',
      'GET    /v1/robots/:deviceId                                       200  read   robots.get',
      'PUT    /v1/robots/:deviceId                                       204  write  robots.update',
      'DELETE /v1/robots/:deviceId                                       204  write  robots.remove',
      'PUT    /v1/robots/:deviceId/stop                                  204  run    robots.stop',
      'POST   /v1/robots/:deviceId/messages                              204  run    robots.sendMessage',
      'GET    /v1/robots/:deviceId/connections                           200  read   robots.listConnections',
      'GET    /v1/device-groups                                          200  read   deviceGroups.list',
      'POST   /v1/device-groups                                          201  write  deviceGroups.create',
      'GET    /v1/device-groups/:groupId                                 200  read   deviceGroups.get',
      'PUT    /v1/device-groups/:groupId                                 204  write  deviceGroups.update',
      'DELETE /v1/device-groups/:groupId                                 204  write  deviceGroups.remove',
      'GET    /v1/scripts                                                200  read   scripts.list',
      'GET    /v1/scripts/:scriptId                                      200  read   scripts.get',
      'POST   /v1/scripts/:scriptId/run                                  204  run    scripts.run',
      'DELETE /v1/scripts/:scriptId/run                                  204  run    scripts.stop',
      'DELETE /v1/scripts/:scriptId                                      204  write  scripts.remove',
      'POST   /v1/scripts/execute                                        204  run    scripts.execute',
      'GET    /v1/scripts/:scriptId/versions                             200  read   scripts.listVersions',
      'GET    /v1/scripts/:scriptId/files/config                         200  read   scripts.getConfig',
      'GET    /v1/scripts/:scriptId/values                               200  read   scripts.getValues',
      'PUT    /v1/scripts/:scriptId/values                               204  write  scripts.updateValues',
      'GET    /v1/devscripts                                             200  read   devscripts.list',
      'GET    /v1/devscripts/:devscriptId                                200  read   devscripts.get',
      'POST   /v1/devscripts                                             201  write  devscripts.create',
      'PUT    /v1/devscripts/:devscriptId                                204  write  devscripts.update',
      'DELETE /v1/devscripts/:devscriptId                                204  write  devscripts.remove',
      'POST   /v1/devscripts/:devscriptId/run                            204  run    devscripts.run',
      'DELETE /v1/devscripts/:devscriptId/run                            204  run    devscripts.stop',
      'PUT    /v1/devscripts/:devscriptId/files                          204  write  devscripts.uploadFiles',
      'GET    /v1/devscripts/:devscriptId/files                          200  read   devscripts.listFiles',
      'GET    /v1/devscripts/:devscriptId/files/code                     200  read   devscripts.getCode',
      'GET    /v1/devscripts/:devscriptId/files/config                   200  read   devscripts.getConfig',
      'GET    /v1/devscripts/:devscriptId/values                         200  read   devscripts.getValues',
      'PUT    /v1/devscripts/:devscriptId/values                         204  write  devscripts.updateValues',
      'POST   /v1/devscripts/:devscriptId/review                         201  write  devscripts.submitReview',
      'DELETE /v1/devscripts/:devscriptId/review                         204  write  devscripts.withdrawReview',
      'PUT    /v1/devscripts/:devscriptId/pricing                        204  write  devscripts.setPricing',
      'POST   /v1/devscripts/:devscriptId/publish                        201  write  devscripts.publish',
      'DELETE /v1/devscripts/:devscriptId/publish                        204  write  devscripts.unpublish',
      'GET    /v1/devscripts/:devscriptId/promocode                      200  read   promotionCodes.list',
      'POST   /v1/devscripts/:devscriptId/promocode                      201  write  promotionCodes.create',
      'DELETE /v1/devscripts/:devscriptId/promocode/:promotionCodeId     204  write  promotionCodes.remove',
      'GET    /v1/messages                                               200  read   messages.list',
      'GET    /v1/message/send                                           204  run    messages.sendByQuery',
      'POST   /v1/message/send                                           204  run    messages.send',
      'GET    /v1/notification-settings                                  200  read   notificationSettings.get',
      'PUT    /v1/notification-settings                                  204  write  notificationSettings.update',
      'GET    /v1/jobs                                                   200  read   jobs.list',
      'POST   /v1/jobs                                                   201  run    jobs.create',
      'GET    /v1/jobs/:jobId                                            200  read   jobs.get',
      'DELETE /v1/jobs/:jobId                                            204  run    jobs.remove',
      'PUT    /v1/jobs/:jobId/rollout                                    204  run    jobs.updateRollout',
      'POST   /v1/jobs/:jobId/rerun                                      201  run    jobs.rerun',
      'GET    /v1/presets                                                200  read   presets.list',
      'POST   /v1/presets                                                201  write  presets.create',
      'GET    /v1/presets/:presetId                                      200  read   presets.get',
      'PUT    /v1/presets/:presetId                                      204  write  presets.update',
      'DELETE /v1/presets/:presetId                                      204  write  presets.remove',
      'POST   /v1/presets/:presetId/run                                  201  run    presets.run',
      'GET    /v1/runs                                                   200  read   runs.list',
      'GET    /v1/runs/:runId                                            200  read   runs.get',
      'POST   /v1/runs/stop                                              204  run    runs.stop',
      'DELETE /v1/runs/:runId                                            204  run    runs.remove',
      'GET    /v1/runs/:runId/logs                                       200  read   runs.listLogs',
      'GET    /v1/schedules                                              200  read   schedules.list',
      'POST   /v1/schedules                                              201  run    schedules.create',
      'GET    /v1/schedules/preview                                      200  read   schedules.preview',
      'GET    /v1/schedules/:scheduleId                                  200  read   schedules.get',
      'PUT    /v1/schedules/:scheduleId                                  204  run    schedules.update',
      'DELETE /v1/schedules/:scheduleId                                  204  run    schedules.remove',
      'POST   /v1/schedules/:scheduleId/run                              201  run    schedules.run',
      'GET    /v1/schedules/:scheduleId/occurrences                      200  read   schedules.listOccurrences',
      'GET    /v1/events                                                 200  read   events.stream',
      'GET    /v1/secrets                                                200  read   secrets.list',
      'PUT    /v1/secrets/:secretName                                    204  write  secrets.update',
      'DELETE /v1/secrets/:secretName                                    204  write  secrets.remove',
      'GET    /v1/enrolment-keys                                         200  read   enrolmentKeys.list',
      'POST   /v1/enrolment-keys                                         201  write  enrolmentKeys.create',
      'DELETE /v1/enrolment-keys/:keyId                                  204  write  enrolmentKeys.remove',
      'POST   /v1/enrolments                                             201  public enrolments.create',
      'GET    /v1/reviews                                                200  read   reviews.list',
      'GET    /v1/reviews/:devscriptId/files/code                        200  read   reviews.getCode',
      'GET    /v1/reviews/:devscriptId/files/config                      200  read   reviews.getConfig',
      'PUT    /v1/reviews/:devscriptId                                   204  write  reviews.update',
      'GET    /v1/listings                                               200  public listings.list',
      'GET    /v1/listings/:slug                                         200  public listings.get',
      'POST   /v1/listings/:slug/quote                                   200  public listings.quote',
      'POST   /v1/listings/:slug/library                                 201  write  listings.addToLibrary',
      'GET    /v1/webhooks                                               200  read   webhooks.list',
      'POST   /v1/webhooks                                               201  write  webhooks.create',
      'GET    /v1/webhooks/:webhookId                                    200  read   webhooks.get',
      'PUT    /v1/webhooks/:webhookId                                    204  write  webhooks.update',
      'DELETE /v1/webhooks/:webhookId                                    204  write  webhooks.remove',
      'POST   /v1/webhooks/:webhookId/secret                             201  write  webhooks.rotateSecret',
      'POST   /v1/webhooks/:webhookId/test                               201  write  webhooks.sendTest',
      'GET    /v1/webhooks/:webhookId/deliveries                         200  read   webhooks.listDeliveries',
      'POST   /v1/webhooks/:webhookId/deliveries/:deliveryId/resend      204  write  webhooks.resendDelivery',
      'GET    /v1/installation                                           200  public installation.get',
      'POST   /v1/accounts                                               201  public accounts.create',
      'GET    /v1/account                                                200  read   accounts.get',
      'PUT    /v1/account                                                204  admin  accounts.update',
      'POST   /v1/sessions                                               201  public sessions.create',
      'DELETE /v1/sessions/current                                       204  read   sessions.remove',
      'GET    /v1/tokens                                                 200  admin  tokens.list',
      'POST   /v1/tokens                                                 201  admin  tokens.create',
      'DELETE /v1/tokens/:tokenId                                        204  admin  tokens.remove',
      'GET    /v1/audit                                                  200  admin  audit.list',
    ]);
  });

  it.each(routes)('$name says what it does and what may go wrong', ({ route, success }) => {
    expect(route.summary).toBeTruthy();
    expect(success).toHaveLength(1);
    expect(Object.keys(route.responses)).toEqual(expect.arrayContaining(['401', '404', '422', '429', '503']));
  });

  it.each(routes.filter(({ policy }) => policy.scope !== 'public'))(
    '$name writes an audit entry if, and only if, it changes something',
    ({ route, policy }) => {
      const isChange = route.method !== 'GET' || policy.isTokenParameter === true;
      expect(policy.audit !== undefined).toBe(isChange);
    },
  );

  it('answers one method and path once', () => {
    const keys = routes.map(({ route }) => `${route.method} ${route.path.replace(/:\w+/g, ':')}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
