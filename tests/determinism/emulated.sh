#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a test program on a processor with AVX-512 where there is none: Bochs emulates a Skylake-X,
# boots a kernel of Debian's from a CD made here, and runs the program in it.
#
#     GRAZE_BOCHS=ROOT GRAZE_KERNEL=VMLINUZ tests/determinism/emulated.sh PROGRAM [ARGUMENT...]
#     (in the build folder; tests/test-geometry body, say)
#
# ROOT is a folder into which Bochs 3 is unpacked. (Debian 12 has Bochs 2.7, whose fused
# multiply-adds are wrong where what they leave is tiny: test-geometry fails there.) With a list of
# sources of Debian 13 alone, SOURCES, and folders for apt in state/, lists/partial/ and
# cache/archives/partial/:
#
#     apt-get -o Dir::Etc::sourcelist=SOURCES -o Dir::Etc::sourceparts=/dev/null \
#         -o Dir::State::lists=$PWD/lists -o Dir::State::status=$PWD/state/status \
#         -o Dir::Cache=$PWD/cache install --no-install-recommends --download-only \
#         bochs bochs-term bochsbios vgabios
#     for file in cache/archives/*.deb; do dpkg -x $file ROOT; done
#
# VMLINUZ is of linux-image-6.1.0-*-cloud-amd64, unpacked likewise. Besides busybox-static, cpio,
# isolinux, syslinux-common, xorriso and python3. Some 40 million instructions a second: a second
# of the program takes minutes, so set GRAZE_TIER=check/10 and name tests. The status is that of
# what the program printed: a summary without a failure.
set -eu
if [ ! -d "${GRAZE_BOCHS-}" ] || [ ! -f "${GRAZE_KERNEL-}" ] || [ $# -eq 0 ]; then
    sed -n '3,23s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
program=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root cd=$scratch/cd
mkdir -p "$root/bin" "$root/proc" "$root/sys" "$root/dev" "$root/tmp" "$cd"

# libtool's script is asked for the program behind it.
built=$(dirname "$program")/.libs/$(basename "$program")
[ -f "$built" ] || built=$program
cp "$built" "$root/program"
for library in $(ldd "$built" | grep -o '/[^ ]*'); do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
done
cp "$(command -v busybox)" "$root/bin/busybox"
cat >"$root/init" <<END
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin GRAZE_TIER=${GRAZE_TIER-check/10}
mount -t proc none /proc; mount -t sysfs none /sys; mount -t devtmpfs none /dev
mount -t tmpfs none /tmp
grep -o 'avx512[a-z]*' /proc/cpuinfo | sort -u | tr '\n' ' '; echo
/program $* </dev/null 2>&1
echo "status \$?"
sleep 1
poweroff -f
END
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$cd/initrd"
cp "$GRAZE_KERNEL" "$cd/vmlinuz"
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$cd/"
cat >"$cd/isolinux.cfg" <<'END'
default graze
label graze
  kernel vmlinuz
  append initrd=initrd console=ttyS0 mitigations=off quiet nokaslr tsc=reliable lpj=200000 random.trust_cpu=on panic=-1
END
xorriso -as mkisofs -quiet -o "$scratch/run.iso" -b isolinux.bin -c boot.cat -no-emul-boot \
    -boot-load-size 4 -boot-info-table "$cd"

share=$GRAZE_BOCHS/usr/share/bochs
libraries=$(dirname "$(dirname "$(find "$GRAZE_BOCHS" -path '*bochs/plugins' | head -n 1)")")
cat >"$scratch/bochsrc" <<END
cpu: model=corei7_skylake_x, count=1, ips=50000000, reset_on_triple_fault=0
memory: guest=1024, host=1024
romimage: file=$share/BIOS-bochs-latest
vgaromimage: file=$share/VGABIOS-lgpl-latest
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=$scratch/run.iso, status=inserted
boot: cdrom
clock: sync=none
com1: enabled=1, mode=file, dev=$scratch/out
display_library: rfb, options="timeout=0"
sound: waveoutdrv=dummy
speaker: enabled=0
log: $scratch/log
panic: action=fatal
error: action=report
info: action=ignore
END
echo c >"$scratch/go" # Debian's Bochs begins in its debugger: "continue"
# It wants a terminal that somebody reads.
LTDL_LIBRARY_PATH=$libraries/bochs/plugins python3 -c '
import os, pty, sys
pty.spawn(sys.argv[1:], lambda terminal: os.read(terminal, 4096) and b"\0")
' "$GRAZE_BOCHS/usr/lib64/ld-linux-x86-64.so.2" --library-path \
    "$libraries:$libraries/pulseaudio" "$GRAZE_BOCHS/usr/bin/bochs-bin" -q \
    -f "$scratch/bochsrc" -rc "$scratch/go" >/dev/null 2>&1 </dev/null || true
tr -d '\r' <"$scratch/out" | sed -n '/avx512/,$p'
grep -q '^status 0' "$scratch/out"
