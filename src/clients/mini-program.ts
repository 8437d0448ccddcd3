import type { ClientCall, ClientModel } from './client-model.js';
import { argument, targets, withDefault } from './client-values.js';
import { option } from './options.js';

const isRequest = ({ callee, path }: ClientCall): boolean =>
  callee.module === 'global'
    ? path === 'wx.request' || path === 'uni.request'
    : /^(?:(?:default|Taro)\.)?request$/.test(path);

/** `wx.request({ url, method, header })` of mini programs; uni-app and Taro have the same. What is `data` depends on the method. */
export const miniProgramModel: ClientModel = {
  id: 'mini-program',
  title: 'Mini program wx.request',
  docsUrl: 'https://developers.weixin.qq.com/minigame/en/dev/api/network/request/wx.request.html',
  modules: ['global', '@tarojs/taro'],
  request(call) {
    if (call.isNew || !isRequest(call)) return undefined;
    const options = argument(call, 0);
    return {
      targets: targets(
        call,
        withDefault(option(call, [options], 'method'), 'GET'),
        option(call, [options], 'url'),
      ),
      headers: [option(call, [options], 'header')],
    };
  },
};
