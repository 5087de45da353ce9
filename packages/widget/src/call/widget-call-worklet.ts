import { CallMicrophone } from '@tendril/contract/page/call-microphone';
import { CallPlayer } from '@tendril/contract/page/call-player';
import { workletScope } from '@tendril/contract/page/worklet-scope';

workletScope.registerProcessor('call-microphone', CallMicrophone);
workletScope.registerProcessor('call-player', CallPlayer);
