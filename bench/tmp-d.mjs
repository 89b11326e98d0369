import { fn, pipelineDef, types } from 'penstock'
import * as nd from 'penstock/dynamic'
import { readdirSync } from 'node:fs'
const dir='/work/shared/data/photos/'
const found=readdirSync(dir,{recursive:true}).filter(f=>/jpe?g$/i.test(f)).map(f=>dir+f).sort()
const files=Array.from({length:50},()=>found).flat()
const mean=[123.675,116.28,103.53], std=[58.395,57.12,57.375], random={ randomArea:[0.08,1],randomAspectRatio:[3/4,4/3]}
const [,,way,steps]=process.argv
nd.setNumThreads(2)
let n=0
if(way==='eager'){ const reader=nd.readers.file({files,randomShuffle:true,seed:1}); for await (const [jpegs,labels] of reader.nextEpoch({batchSize:64})){ let x=nd.decoders.imageRandomCrop(jpegs,random); x=nd.resize(x,{size:[224,224]}); x=nd.cropMirrorNormalize(x,{mirror:nd.random.coinFlip({batchSize:jpegs.length}),dtype:'float32',mean,std}); await x.data(); x.view.value.disown(); jpegs.view.value.disown(); labels.view.value.disown(); if(++n>=steps) break } }
else { const pipe=pipelineDef({batchSize:64,numThreads:2,deviceId:null,seed:1},()=>{const [j]=fn.readers.file({files,randomShuffle:true,seed:1});let x=fn.decoders.imageRandomCrop(j,random);x=fn.resize(x,{size:[224,224]});return [fn.cropMirrorNormalize(x,{mirror:fn.random.coinFlip(),dtype:'float32',mean,std})]})(); for await (const [x] of pipe){ x.dataSync(); x.release(); if(++n>=steps) break } }
process.exit()
